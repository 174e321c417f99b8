import Foundation
import JSONSyntax
import UDF
import UDFNetwork

/// A server that speaks the sync protocol, see <doc:Protocol>.
///
///     let articles = SyncCollection("articles", folder: "/home/ann/.local/share/news")
///     let remote = HTTPRemote("http://127.0.0.1:8790", of: articles, http: LiveHTTPClient()) { isRefused in
///       ["Authorization": isRefused ? "Bearer 93a0" : "Bearer 81f2"]
///     }
///     let reply = try await remote.pull(PullRequest(client: "c1"))
public struct HTTPRemote: RemoteStore {
  private let url: String
  let database: SyncDatabase
  let http: any HTTPClient
  private let headers: Headers?

  /// Returns the headers of a request, such as `Authorization`. The remote calls it before each request. After an
  /// answer with status 401, it calls it with `isRefused` true and sends the request once more with the new headers.
  public typealias Headers = @Sendable (_ isRefused: Bool) async throws(RemoteFailure) -> HTTPHeaders

  /// The maximum size of an answer in bytes.
  public static let maxBytes = 64 << 20

  /// Makes a remote for one collection. `url` is the address above the paths `changes` and `mutations`. Requests may
  /// only reach the collection's hosts.
  public init(_ url: String, of collection: SyncCollection, http: any HTTPClient, headers: Headers? = nil) {
    self.init(url, of: SyncDatabase(collection), http: http, headers: headers)
  }

  /// Makes a remote for several collections. `url` is the address above the paths `changes` and `mutations`.
  public init(_ url: String, of database: SyncDatabase, http: any HTTPClient, headers: Headers? = nil) {
    self.url = url.hasSuffix("/") ? String(url.dropLast()) : url
    self.database = database
    self.http = http
    self.headers = headers
  }

  public var takesAll: Bool? { nil }

  public func pull(_ request: PullRequest) async throws(RemoteFailure) -> PullReply { try await pull(request, nil) }

  public func push(_ request: PushRequest) async throws(RemoteFailure) -> PushReply { try await push(request, nil) }

  public func pull(_ request: PullRequest, progress: RemoteProgress) async throws(RemoteFailure) -> PullReply {
    try await pull(request, .some(progress))
  }

  public func push(_ request: PushRequest, progress: RemoteProgress) async throws(RemoteFailure) -> PushReply {
    try await push(request, .some(progress))
  }

  private func pull(_ request: PullRequest, _ progress: RemoteProgress?) async throws(RemoteFailure) -> PullReply {
    var message = try await message("changes?\(query(of: request))")
    message.headers["Accept"] = "application/x-ndjson"
    message.headers["If-None-Match"] = request.etag
    let response = try await send(message, progress)
    switch response.status {
    case 200:
      var page: PullPage
      do throws(LineFault) {
        page = try PullPage(lines: response.body, of: database)
      } catch {
        throw RemoteFailure(garbled: error.description, in: message)
      }
      page.etag = response.headers["ETag"]
      page.age = response.age
      return .page(page)
    case 304: return .notModified(age: response.age)
    default: throw RemoteFailure(response, to: message, expires: true, schemas: request.schemas)
    }
  }

  private func push(_ request: PushRequest, _ progress: RemoteProgress?) async throws(RemoteFailure) -> PushReply {
    var message = try await message("mutations")
    message.method = "POST"
    message.headers["Content-Type"] = "application/json"
    message.headers["Accept"] = "application/json"
    message.body = request.json
    let response = try await send(message, progress)
    guard response.status == 200 else {
      throw RemoteFailure(response, to: message, expires: false, schemas: request.schemas)
    }
    do throws(JSONFault) {
      return try PushReply(json: response.body, to: request, of: database)
    } catch {
      throw RemoteFailure(
        garbled: "the answer is not {\"results\": [{\"id\": 1}, …]}, but "
          + String(decoding: response.body.prefix(40), as: UTF8.self).debugDescription, in: message)
    }
  }

  /// The query parameters of a request for changes.
  func query(of request: PullRequest) -> String {
    var query = ["limit=\(request.limit)", "client=\(escaped(request.client))"]
    if let token = request.token { query.insert("since=\(escaped(token))", at: 0) }
    if !request.clients.isEmpty { query.append("clients=\(request.clients.map(escaped).joined(separator: ","))") }
    if let collections = request.collections {
      query.append("collections=\(escaped(collections))")
    } else {
      if !request.filter.isAll { query.append("where=\(escaped(request.filter.json))") }
      query.append("schema=\(request.schema)")
    }
    query.append("protocol=2")
    return query.joined(separator: "&")
  }

  func message(_ path: String) async throws(RemoteFailure) -> HTTPRequest {
    // The engine limits the duration of a request, so HTTP sets no timeout: a slow connection may take long for a page.
    HTTPRequest(
      "\(url)/\(path)", headers: try await headers?(false) ?? [:], timeout: .infinity, maxBytes: Self.maxBytes,
      hosts: database.hosts)
  }

  private func send(_ message: HTTPRequest, _ progress: RemoteProgress?) async throws(RemoteFailure) -> HTTPResponse {
    var message = message
    if let progress { message.report(to: progress) }
    return try await whole(try await stream(message), of: message)
  }

  /// Opens the answer to a request. After status 401 the request is sent once more with new headers.
  func stream(_ message: HTTPRequest) async throws(RemoteFailure) -> HTTPStream {
    let stream = try await open(message)
    guard stream.status == 401, let headers else { return stream }
    // The answer must be read to its end, so that its connection can be used again.
    _ = try? await whole(stream, of: message)
    var message = message
    for field in try await headers(true).fields { message.headers[field.name] = field.value }
    return try await open(message)
  }

  /// Reads the rest of an answer.
  func whole(_ stream: HTTPStream, of message: HTTPRequest) async throws(RemoteFailure) -> HTTPResponse {
    do throws(HTTPFailure) {
      return try await stream.response(to: message)
    } catch {
      throw RemoteFailure(error, to: message)
    }
  }

  private func open(_ message: HTTPRequest) async throws(RemoteFailure) -> HTTPStream {
    do throws(HTTPFailure) {
      return try await http.stream(message)
    } catch {
      throw RemoteFailure(error, to: message)
    }
  }

  private func escaped(_ text: String) -> String {
    // Only unreserved characters stay, because these are never changed in transit: some servers decode + as a space.
    let unreserved = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    return text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? text
  }
}

extension HTTPRequest {
  /// Reports bytes to a caller, which ends a request without progress by its own clock.
  mutating func report(to progress: RemoteProgress) {
    progressTimeout = .infinity
    self.progress = HTTPProgress { progress.note() }
  }
}

extension HTTPResponse {
  /// Seconds that the answer spent in HTTP caches.
  fileprivate var age: Double { headers["Age"].flatMap(UInt32.init).map(Double.init) ?? 0 }
}
