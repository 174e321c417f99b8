import SocketTesting
import Testing
import UDFNetwork

@Suite("a server that misbehaves")
struct MisbehavingServerTests {
  private let http = LiveHTTPClient()
  private static let broken =
    "the connection broke before there was an answer; see the server's log, and send it again if that is safe"

  /// The failure of a request to a server that sends `response` and closes the connection. The message has no URL.
  private func failure(sent response: String, maximum: Int = 1000) async throws -> HTTPFailure? {
    try await failure(maximum: maximum) { connection in
      connection.request()
      connection.send(response)
    }
  }

  private func failure(
    maximum: Int = 1000, _ serve: @escaping @Sendable (RawConnection) -> Void
  ) async throws -> HTTPFailure? {
    let server = try RawServer(serve)
    defer { server.stop() }
    var failure = await http.failure(of: HTTPRequest(server.url, timeout: 600, maxBytes: maximum))
    failure?.message.replace("GET \(server.url): ", with: "")
    failure?.message.replace("127.0.0.1:\(server.port)", with: "HOST")
    return failure
  }

  @Test("a request to a port without a server is refused")
  func refused() async throws {
    let port = try RawServer.freePort()
    #expect(
      await http.failure(of: HTTPRequest("http://127.0.0.1:\(port)/users"))
        == HTTPFailure(
          .refused,
          "GET http://127.0.0.1:\(port)/users: nothing listens at 127.0.0.1:\(port); "
            + "start the server, or correct the address"))
    // A name may have several addresses. libcurl tries each of them.
    #expect(
      await http.failure(of: HTTPRequest("http://localhost:\(port)/", method: "DELETE"))
        == HTTPFailure(
          .refused,
          "DELETE http://localhost:\(port)/: nothing listens at localhost:\(port); start the server, or correct the address"
        ))
  }

  @Test("a host name that cannot be resolved")
  func unknownHost() async throws {
    // The name is longer than DNS allows, so that no DNS server is asked.
    let name = String(repeating: "a", count: 64) + ".invalid"
    #expect(
      await http.failure(of: HTTPRequest("http://\(name)/"))
        == HTTPFailure(
          .dns,
          "GET http://\(name)/: there is no address for \(name); correct the name, or see whether the network is up"))
  }

  @Test("a connection that is reset or closed before the response")
  func reset() async throws {
    let reset = HTTPFailure(.reset, MisbehavingServerTests.broken)
    #expect(
      try await failure { connection in
        connection.request()
        connection.reset()
      } == reset)
    #expect(try await failure(sent: "") == reset)
    #expect(try await failure(sent: "HTTP/1.1 200 OK\r\nConte") == reset)
  }

  @Test("an incomplete body")
  func truncated() async throws {
    let advice = "see the server's log, and send it again if that is safe"
    let short = HTTPFailure(
      .truncated, "the body broke off after 5 bytes, and Content-Length states 10; \(advice)")
    let answer = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello"
    #expect(try await failure(sent: answer) == short)
    #expect(
      try await failure(sent: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n")
        == HTTPFailure(.truncated, "the body broke off after 5 bytes; \(advice)"))
    let reset = try await failure { connection in
      connection.request()
      connection.send(answer)
      connection.reset()
    }
    // A reset discards data that was not yet read, which may include the head.
    #expect(reset?.code == .truncated || reset?.code == .reset)
  }

  @Test("bytes after the Content-Length are ignored, because they are not part of the response")
  func tooLong() async throws {
    let server = try RawServer { _ in "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nhello" }
    defer { server.stop() }
    #expect(try await http.send(HTTPRequest(server.url)).body == Array("hel".utf8))
  }

  @Test("an invalid Content-Length, and two different ones")
  func wrongLength() async throws {
    let advice = "see whether it is an HTTP server that listens at HOST"
    #expect(
      try await failure(sent: "HTTP/1.1 200 OK\r\nContent-Length: ten\r\n\r\nhello")
        == HTTPFailure(
          .badResponse, "the response is not valid HTTP (invalid character in content-length header); \(advice)"))
    #expect(
      try await failure(sent: "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nhello")
        == HTTPFailure(.badResponse, "the response is not valid HTTP (unexpected content-length header); \(advice)"))
  }

  @Test("a body of maxBytes is accepted, and a larger one is not")
  func oversized() async throws {
    let server = try RawServer { _ in RawServer.ok("12345") }
    defer { server.stop() }
    #expect(try await http.send(HTTPRequest(server.url, maxBytes: 5)).body.count == 5)
    #expect(
      await http.failure(of: HTTPRequest(server.url, maxBytes: 4))
        == HTTPFailure(
          .tooLarge,
          "GET \(server.url): the body has more than 4 bytes; raise maxBytes, or ask for less"))
  }

  @Test("an endless body fails when it exceeds the limit, and its connection is closed")
  func endless() async throws {
    let (ends, end) = AsyncStream<Void>.makeStream()
    let failure = try await failure(maximum: 100_000) { connection in
      connection.request()
      connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
      while connection.send("5\r\nhello\r\n") {}
      end.finish()
    }
    #expect(
      failure
        == HTTPFailure(.tooLarge, "the body has more than 100000 bytes; raise maxBytes, or ask for less"))
    for await _ in ends {}
  }

  @Test("headers that are too large, too many or endless")
  func hugeHeaders() async throws {
    let tooLarge = HTTPFailure(
      .tooLarge,
      "the answer has too many headers, or too large ones; let the server send fewer: at most 256, each of at most 80 KiB"
    )
    let large = String(repeating: "a", count: 90_000)
    #expect(try await failure(sent: "HTTP/1.1 200 OK\r\nX: \(large)\r\n\r\n") == tooLarge)
    let many = String(repeating: "X: a\r\n", count: 300)
    #expect(try await failure(sent: "HTTP/1.1 200 OK\r\n\(many)\r\n") == tooLarge)
    #expect(
      try await failure { connection in
        connection.request()
        connection.send("HTTP/1.1 200 OK\r\n")
        while connection.send("X: a\r\n") {}
      } == tooLarge)
  }

  @Test(
    "a response that is not HTTP",
    arguments: [
      ("220 smtp.example.com ESMTP\r\n", "the first line is not an HTTP status line"),
      ("\u{0}\u{1}\u{2}\u{3}", "the first line is not an HTTP status line"),
      ("HTTP/2.0 200 OK\r\n\r\n", "the first line is not an HTTP status line"),
      ("HTTP/1.1 20000 OK\r\n\r\n", "the first line is not an HTTP status line"),
      ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nhello\r\n", "invalid chunk of the body"),
    ])
  func garbage(answer: String, reason: String) async throws {
    #expect(
      try await failure(sent: answer)
        == HTTPFailure(
          .badResponse,
          "the response is not valid HTTP (\(reason)); see whether it is an HTTP server that listens at HOST"))
  }

  @Test("an https request to a server without TLS")
  func noTLS() async throws {
    let server = try RawServer { connection in
      connection.send("HTTP/1.1 400 Bad Request\r\n\r\n")
      connection.waitForEnd()
    }
    defer { server.stop() }
    let url = "https://127.0.0.1:\(server.port)/"
    #expect(
      await http.failure(of: HTTPRequest(url))
        == HTTPFailure(
          .tls,
          "GET \(url): no secure connection (wrong version number); "
            + "see the server's certificate, or write http:// if it does not speak TLS"))
  }

  @Test("a body of arbitrary bytes is received unchanged")
  func anyBytes() async throws {
    let body = (0...255).map { UInt8($0) }
    let server = try RawServer { connection in
      connection.request()
      connection.send(Array("HTTP/1.1 200 OK\r\nContent-Length: 256\r\n\r\n".utf8) + body)
    }
    defer { server.stop() }
    #expect(try await http.send(HTTPRequest(server.url)).body == body)
  }
}
