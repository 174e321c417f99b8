import Platform
import UDFNetwork
import UDFSync

/// A server that always gives the same answer, and a remote that asks it for the rows `articles`.
struct StubServer {
  let http: StubHTTPClient
  let remote: HTTPRemote

  init(_ answer: HTTPResponse) { self.init { _ throws(HTTPFailure) in answer } }

  /// A server that gives these answers one after the other, asked for the rows of a database.
  init(_ answers: HTTPResponse..., of database: SyncDatabase) {
    let rest = Guarded(answers)
    self.init(of: database) { _ throws(HTTPFailure) in rest.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] } }
  }

  init(
    of database: SyncDatabase = SyncDatabase(SyncCollection("articles", folder: "/nowhere")),
    _ answer: @escaping StubHTTPClient.Answer
  ) {
    http = StubHTTPClient(answer)
    remote = HTTPRemote("http://news.test/feed", of: database, http: http)
  }

  /// Why a pull fails, the address left out of the message; nil if it does not.
  func failure() async -> RemoteFailure? {
    await failure { remote throws(RemoteFailure) in _ = try await remote.pull(PullRequest(client: "c1")) }
  }

  /// Why a push fails, the address left out of the message; nil if it does not.
  func pushFailure() async -> RemoteFailure? {
    await failure { remote throws(RemoteFailure) in
      _ = try await remote.push(PushRequest(client: "c1", schema: 2, mutations: []))
    }
  }

  private func failure(_ ask: (HTTPRemote) async throws(RemoteFailure) -> Void) async -> RemoteFailure? {
    do throws(RemoteFailure) {
      try await ask(remote)
      return nil
    } catch {
      var failure = error
      if let request = http.requests.last {
        let address = request.url.prefix { $0 != "?" }
        failure.message.replace("\(request.method) \(address)", with: "URL")
      }
      return failure
    }
  }
}

extension HTTPResponse {
  /// A page of these lines.
  static func page(_ lines: String..., headers: HTTPHeaders = [:]) -> HTTPResponse {
    HTTPResponse(status: 200, headers: headers, body: Array(lines.map { "\($0)\n" }.joined().utf8))
  }
}
