import SocketTesting
import Testing
import UDFNetwork

@Suite("the bytes on the wire")
struct WireTests {
  private let http = LiveHTTPClient()

  /// The request that the server receives, without the port.
  private func sent(_ method: String, headers: HTTPHeaders = [:], body: String = "") async throws -> String {
    let server = try RawServer { _ in RawServer.ok("") }
    defer { server.stop() }
    _ = try await http.send(
      HTTPRequest("\(server.url)/a?b=c#d", method: method, headers: headers, body: Array(body.utf8)))
    return server.requests[0].replacing(":\(server.port)", with: "")
  }

  @Test("are the request with only the headers that HTTP requires")
  func nothingAdded() async throws {
    #expect(try await sent("GET") == "GET /a?b=c HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    #expect(try await sent("DELETE") == "DELETE /a?b=c HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    #expect(try await sent("X-ANY") == "X-ANY /a?b=c HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    for method in ["POST", "PUT", "PATCH"] {
      #expect(
        try await sent(method) == "\(method) /a?b=c HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\n\r\n")
    }
    for method in ["GET", "POST", "X-ANY"] {
      #expect(
        try await sent(method, body: "hello")
          == "\(method) /a?b=c HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\n\r\nhello")
    }
  }

  @Test("include the caller's headers, even empty ones, but not Content-Length and Transfer-Encoding")
  func headers() async throws {
    let headers: HTTPHeaders = [
      "Accept": "text/html", "X-Empty": "", "X-Blank": "  ", "User-Agent": "probe", "Content-Length": "99",
      "Transfer-Encoding": "chunked", "Expect": "",
    ]
    #expect(
      try await sent("POST", headers: headers, body: "hello")
        == "POST /a?b=c HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/html\r\nX-Empty:\r\nX-Blank:\r\n"
        + "User-Agent: probe\r\nExpect:\r\nContent-Length: 5\r\n\r\nhello")
  }

  @Test("a large body is sent without waiting for 100 Continue, and arrives completely")
  func largeBody() async throws {
    let server = try RawServer { connection in
      let request = connection.request() ?? ""
      connection.send(RawServer.ok("\(request.utf8.count) \(request.contains("Expect"))"))
    }
    defer { server.stop() }
    let body = [UInt8](repeating: 97, count: 300_000)
    let response = String(
      decoding: try await http.send(HTTPRequest(server.url, method: "POST", body: body)).body, as: UTF8.self)
    #expect(response.hasSuffix(" false"))
    #expect(response.split(separator: " ").first.flatMap { Int($0) } ?? 0 > body.count)
  }

  @Test("interim responses, folded headers and trailers are parsed, and the body is not decompressed")
  func response() async throws {
    let server = try RawServer { _ in
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\n"
        + "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nX-Folded: a\r\n  b\r\nTransfer-Encoding: chunked\r\n\r\n"
        + "5\r\nhello\r\n0\r\nX-Trailer: 1\r\n\r\n"
    }
    defer { server.stop() }
    let response = try await http.send(HTTPRequest(server.url))
    #expect(response.status == 200)
    #expect(response.body == Array("hello".utf8))
    #expect(response.headers["X-Folded"] == "a b")
    #expect(response.headers["Link"] == nil)
    #expect(response.headers["X-Trailer"] == nil)
  }

  @Test(
    "an ambiguous response is rejected",
    arguments: [
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: +5\r\n\r\nhello", "HTTP/1.1 200 OK\r\nNoColon\r\n\r\n",
      "HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\n\r\n",
    ])
  func ambiguous(response: String) async throws {
    let server = try RawServer { _ in response }
    defer { server.stop() }
    #expect(await http.failure(of: HTTPRequest(server.url))?.code == .badResponse)
  }

  @Test("if the server closes a reused connection, a GET is sent again, but not a POST")
  func sentOnce() async throws {
    for (method, count) in [("POST", 2), ("GET", 3)] {
      let server = try RawServer { connection in
        guard connection.request() != nil else { return }
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        connection.request()
      }
      defer { server.stop() }
      let http = LiveHTTPClient()
      #expect(try await http.send(HTTPRequest(server.url)).status == 200)
      let failure = await http.failure(of: HTTPRequest(server.url, method: method))
      #expect(failure?.code == (method == "POST" ? .reset : nil))
      #expect(server.requests.count == count)
    }
  }
}
