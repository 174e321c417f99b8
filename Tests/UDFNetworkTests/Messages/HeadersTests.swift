import SocketTesting
import Testing
import UDFNetwork

@Suite("headers")
struct HeadersTests {
  @Test("are case-insensitive, and keep their order and repeated fields")
  func cases() {
    var headers: HTTPHeaders = ["Accept": "a", "X": "1"]
    headers.add("ACCEPT", "b")
    #expect(headers["accept"] == "a")
    #expect(headers.values("Accept") == ["a", "b"])
    #expect(headers.fields.map(\.name) == ["Accept", "X", "ACCEPT"])
    #expect(headers["Y"] == nil)
    #expect(headers == ["accept": "a", "x": "1", "Accept": "b"])
    #expect(headers != ["accept": "a", "Accept": "b", "x": "1"])
  }

  @Test("setting a name replaces all fields of that name, and nil removes them")
  func set() {
    var headers: HTTPHeaders = ["Accept": "a", "accept": "b", "X": "1"]
    headers["ACCEPT"] = "c"
    #expect(headers.values("accept") == ["c"])
    headers["accept"] = nil
    #expect(headers == ["X": "1"])
  }

  @Test("that are repeated are sent and received as separate fields")
  func overTheWire() async throws {
    let server = try RawServer { _ in
      "HTTP/1.1 204 Done\r\nSet-Cookie: a=1\r\nset-cookie: b=2\r\nConnection: close\r\n\r\n"
    }
    defer { server.stop() }
    let http = LiveHTTPClient()
    let response = try await http.send(HTTPRequest(server.url, headers: ["X": "1", "x": "ü"]))
    #expect(response.headers.values("Set-Cookie") == ["a=1", "b=2"])
    #expect(server.requests.first?.contains("X: 1\r\nx: ü\r\n") == true)
  }
}
