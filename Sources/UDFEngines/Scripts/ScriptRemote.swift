import LuaRuntime
import UDF
import UDFNetwork
import UDFSync

/// A remote whose requests are made by functions of the feature: an adapter to a server with its own protocol.
struct ScriptRemote: RemoteStore {
  let collection: SyncCollection
  let pushes: Bool
  let takesAll: Bool?
  /// The functions `pull` and `push`.
  let calls: ScriptCalls
  /// Returns the headers for requests; nil: the feature has no `auth`.
  let headers: HTTPRemote.Headers?

  var needsBases: Bool { true }

  func pull(_ request: PullRequest) async throws(RemoteFailure) -> PullReply {
    let answer = try await call("pull", []) { headers in
      [
        "since": Value(request.token), "etag": Value(request.etag), "limit": .integer(Int64(request.limit)),
        "client": .string(request.client), "clients": .list(request.clients.map(Value.string)),
        "schema": .integer(Int64(request.schema)), "headers": headers,
        "where": request.filter.script,
      ]
    }
    if answer["notModified"] == true {
      return .notModified(age: try ScriptAnswer(fields: answer, collection: collection.name).age)
    }
    return .page(try ScriptPage(answer, of: collection).page)
  }

  func push(_ request: PushRequest) async throws(RemoteFailure) -> PushReply {
    guard pushes else {
      throw RemoteFailure(
        .unsupported,
        "\(collection.name): remote has no push, so nothing can be changed on the server; give it a function push")
    }
    let answer = try await call("push", [request.plain]) { headers in
      ["client": .string(request.client), "schema": .integer(Int64(request.schema)), "headers": headers]
    }
    return try PushReply(answer, to: request, of: collection)
  }

  /// Calls a function; if it raises `unauthorized`, calls it once more with new headers.
  private func call(
    _ function: String, _ arguments: [Value], _ request: (Value) -> Record
  ) async throws(RemoteFailure) -> Value {
    guard let headers else { return try await calls.call(function, arguments + [.map(request(.none))]) }
    let first = request(Value(try await headers(false)))
    do throws(RemoteFailure) {
      return try await calls.call(function, arguments + [.map(first)])
    } catch {
      guard error.code == .unauthorized else { throw error }
      return try await calls.call(function, arguments + [.map(request(Value(try await headers(true))))])
    }
  }
}

extension Value {
  /// The headers as an argument for functions in Lua.
  fileprivate init(_ headers: HTTPHeaders) {
    var record = Record()
    for field in headers.fields { record[field.name] = .string(field.value) }
    self = .map(record)
  }
}
