import SocketTesting
import Testing

@Suite("udfhost sync-check")
struct SyncCheckTests {
  private let folder = AppFolder(app: "", features: [:])

  /// A version 1 server without rows that takes no mutations.
  private func makeServer(changes: Int = 0) throws -> RawServer {
    try RawServer { line in
      func answer(_ status: String, _ body: String) -> String {
        "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
      }
      let since = line.firstMatch(of: #/since=([^&]*)/#).map { String($0.1) }
      guard line.hasPrefix("GET /feed/changes"), since == nil || since == "T1" else {
        return answer(
          line.hasPrefix("GET") ? "410 Gone" : "405 No", #"{"code":"unknown","message":"this is not known here"}"#)
      }
      let from = since.map { "\"\($0)\"" } ?? "null"
      return answer("200 OK", #"{"from":\#(from),"next":"T1","more":false,"changes":\#(changes),"mutation":0}"# + "\n")
    }
  }

  private func check(_ arguments: String...) throws -> Batch {
    try Batch(folder, arguments: arguments, app: "sync-check")
  }

  @Test("exits with 0 for a server that keeps the rules")
  func kept() throws {
    let server = try makeServer()
    defer { server.stop() }
    let run = try check("\(server.url)/feed", "--header", "Authorization: Bearer 81f2")
    #expect(run.code == 0)
    #expect(run.error == "")
    #expect(run.lines.contains { $0.hasPrefix("pass     unknown-token ") })
    #expect(run.lines.contains { $0.hasPrefix("skipped  mutation-put ") && $0.hasSuffix("it answered 405") })
    #expect(run.lines.last?.hasSuffix("· the server speaks version 1") == true)
    #expect(server.requests.allSatisfy { $0.contains("Authorization: Bearer 81f2\r\n") })
  }

  @Test("exits with 1 for a server that breaks a rule, and --json writes one object a line")
  func broken() throws {
    let server = try makeServer(changes: 1)
    defer { server.stop() }
    let run = try check("\(server.url)/feed", "--read-only", "--json")
    #expect(run.code == 1)
    #expect(
      run.lines.filter { $0.contains(#""status":"fail""#) }.map { $0.contains(#""rule":"page-count""#) } == [true])
    #expect(run.lines.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") })
    #expect(run.lines.last?.contains(#""kind":"summary""#) == true)
    #expect(!server.requests.contains { $0.hasPrefix("POST") })
  }

  @Test("exits with 2 for wrong arguments, and for an address without a server")
  func unusable() throws {
    let port = try RawServer.freePort()
    let unreachable = try check("http://127.0.0.1:\(port)")
    #expect(unreachable.code == 2)
    #expect(unreachable.error.contains("nothing listens at 127.0.0.1:\(port)"))
    let header = try check("http://127.0.0.1:\(port)", "--header", "Authorization")
    #expect(header.code == 2)
    #expect(header.error.contains("--header: must be \"NAME: VALUE\", got \"Authorization\""))
    #expect(try check("http://127.0.0.1:\(port)", "--row", "7").code == 2)
  }
}
