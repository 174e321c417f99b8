import Dispatch
import Platform
import SocketTesting
import Testing
import UDF
import UDFNetwork

@Suite("a streamed response", .timeLimit(.minutes(60)))
struct StreamTests {
  private let http = LiveHTTPClient()

  @Test("returns status and headers before the body ends, and each event when the server sends it")
  func events() async throws {
    let step = DispatchSemaphore(value: 0)
    let server = try RawServer { connection in
      connection.request()
      connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n")
      for _ in 1...3 {
        step.wait()
        connection.send("9\r\ndata: 1\n\n\r\n")
      }
      connection.send("0\r\nX-Trailer: 1\r\n\r\n")
    }
    defer { server.stop() }
    let stream = try await http.stream(HTTPRequest(server.url, timeout: .infinity))
    #expect(stream.status == 200)
    #expect(stream.headers["content-type"] == "text/event-stream")
    #expect(stream.url == "\(server.url)")
    var body = stream.body.makeAsyncIterator()
    for _ in 1...3 {
      step.signal()
      #expect(try await body.next() == Array("data: 1\n\n".utf8))
    }
    #expect(try await body.next() == nil)
    #expect(try await body.next() == nil)
  }

  @Test("makes the server wait for a slow reader")
  func backpressure() async throws {
    let sent = Guarded(0)
    let size = 256 << 20
    let server = try RawServer { connection in
      connection.request()
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n")
      let part = [UInt8](repeating: 7, count: 1 << 16)
      while sent.withLock({ $0 }) < size, connection.send(part) { sent.withLock { $0 += part.count } }
    }
    defer { server.stop() }
    let other = try RawServer { _ in RawServer.ok("") }
    defer { other.stop() }
    var count = 0
    // The body is larger than maxBytes, which applies only to complete responses.
    let stream = try await http.stream(HTTPRequest(server.url, timeout: .infinity, maxBytes: 1))
    for try await chunk in stream.body {
      // Other requests keep the receiving thread busy, while the reader waits.
      if count < 1 << 20 { _ = try await http.send(HTTPRequest(other.url)) }
      #expect(chunk.count <= 256 << 10)
      #expect(sent.withLock { $0 } < count + (64 << 20))
      count += chunk.count
    }
    #expect(count == size)
  }

  @Test("closes its connection when it is released, or when its task is cancelled")
  func dropped() async throws {
    let (events, event) = AsyncStream<Void>.makeStream()
    let server = try RawServer { connection in
      connection.request()
      connection.send("HTTP/1.1 200 OK\r\n\r\nhello")
      connection.waitForEnd()
      event.yield()
    }
    defer { server.stop() }
    var ends = events.makeAsyncIterator()
    _ = try await http.stream(HTTPRequest(server.url))
    await ends.next()
    for try await _ in try await http.stream(HTTPRequest(server.url)).body { break }
    await ends.next()
    let task = Task { await http.streamFailure(of: HTTPRequest(server.url)) }
    while server.requests.count < 3 { await Task.yield() }
    task.cancel()
    #expect(await task.value?.code == .cancelled)
    await ends.next()
  }

  @Test("that breaks off returns the received bytes, and then the failure")
  func truncated() async throws {
    let server = try RawServer { _ in "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello" }
    defer { server.stop() }
    var body = try await http.stream(HTTPRequest(server.url)).body.makeAsyncIterator()
    #expect(try await body.next() == Array("hello".utf8))
    do {
      _ = try await body.next()
      Issue.record("the body ended well")
    } catch {
      #expect(error.code == .truncated)
    }
  }

  @Test("fails if its client is shut down, but continues if its client is only released")
  func clientGone() async throws {
    let server = try RawServer { connection in
      connection.request()
      connection.send("HTTP/1.1 200 OK\r\n\r\nhello")
      if connection.request() == nil { return }
    }
    defer { server.stop() }
    let outliving = try await LiveHTTPClient().stream(HTTPRequest(server.url))
    #expect(try await outliving.body.first { _ in true } == Array("hello".utf8))
    let http = LiveHTTPClient()
    let stream = try await http.stream(HTTPRequest(server.url))
    await http.shutdown()
    do {
      for try await _ in stream.body {}
      Issue.record("the body ended well")
    } catch {
      #expect(error.code == .cancelled)
    }
  }

  @Test("of a stub has the chunks that the test defines")
  func stub() async throws {
    let chunks = Guarded([[1], [2, 3]] as [[UInt8]])
    let http = StubHTTPClient.streaming { request throws(HTTPFailure) in
      HTTPStream(
        status: 200, url: request.url,
        body: HTTPBody { chunks.withLock { $0.isEmpty ? nil : $0.removeFirst() } })
    }
    var body = try await http.stream(HTTPRequest("http://localhost/")).body.makeAsyncIterator()
    #expect(try await body.next() == [1])
    #expect(try await http.send(HTTPRequest("http://localhost/")).body == [2, 3])
    #expect(try await body.next() == nil)
  }

  @Test("of a client that only implements send is one chunk")
  func whole() async throws {
    struct Whole: HTTPClient {
      func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        HTTPResponse(status: 201, body: [1, 2, 3])
      }
    }
    let stream = try await Whole().stream(HTTPRequest("http://localhost/"))
    #expect(stream.status == 201)
    #expect(try await stream.body.reduce(into: []) { $0.append($1) } == [[1, 2, 3]])
  }
}
