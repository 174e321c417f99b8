import Foundation
import Platform
import SocketTesting
import Testing
import UDFNetwork

@Suite("a request without progress", .timeLimit(.minutes(60)))
struct ProgressTests {
  private let http = LiveHTTPClient()

  @Test("fails even without a total timeout, before and during the response")
  func stalled() async throws {
    for answer in ["", "HTTP/1.1 200", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello"] {
      let server = try RawServer { connection in
        connection.request()
        connection.send(answer)
        connection.waitForEnd()
      }
      defer { server.stop() }
      #expect(
        await http.failure(of: HTTPRequest(server.url, timeout: .infinity, progressTimeout: 0.1))
          == HTTPFailure(
            .timeout,
            "GET \(server.url): no byte was sent or received for 0.1 s; "
              + "raise progressTimeout, or see what the server waits for"))
    }
  }

  @Test("a server that sends endlessly is stopped only by the total timeout")
  func dripping() async throws {
    let server = try RawServer { connection in
      connection.request()
      connection.send("HTTP/1.1 200 OK\r\n\r\n")
      while connection.send(".") {}
    }
    defer { server.stop() }
    let failure = await http.streamFailure(of: HTTPRequest(server.url, timeout: 1, progressTimeout: 600))
    #expect(failure?.message.contains("not done within 1.0 s") == true)
  }

  @Test("a slow reader does not count as a stalled server")
  func slowReader() async throws {
    let size = 32 << 20
    let server = try RawServer { connection in
      connection.request()
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n")
      connection.send([UInt8](repeating: 7, count: size))
    }
    defer { server.stop() }
    let silent = try RawServer { $0.waitForEnd() }
    defer { silent.stop() }
    var body = try await http.stream(HTTPRequest(server.url, progressTimeout: 2)).body.makeAsyncIterator()
    var count = try await body.next()?.count ?? 0
    // While this request waits for its timeout, the buffer of the other one is full.
    #expect(await http.failure(of: HTTPRequest(silent.url, timeout: 3))?.code == .timeout)
    while let chunk = try await body.next() { count += chunk.count }
    #expect(count == size)
  }

  @Test("reports nothing; sent and received bytes are reported when they are transferred")
  func reported() async throws {
    let (isRead, hasNoted) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let server = try RawServer { connection in
      connection.request()
      isRead.wait()
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n")
      hasNoted.wait()
      connection.send("o")
      hasNoted.wait()
      connection.send("k")
    }
    defer { server.stop() }
    let count = Guarded(0)
    var request = HTTPRequest(
      server.url, method: "POST", body: [UInt8](repeating: 7, count: 8 << 20), timeout: .infinity,
      progressTimeout: .infinity)
    request.progress = HTTPProgress { count.withLock { $0 += 1 } }
    let response = Task { [http, request] in try await http.send(request) }
    // Eight megabytes are sent in several parts.
    while server.requests.isEmpty { await Task.yield() }
    let sent = count.withLock { $0 }
    #expect(sent > 1)
    var before = sent
    for turn in [isRead, hasNoted, hasNoted] {
      turn.signal()
      while count.withLock({ $0 }) == before { await Task.yield() }
      before = count.withLock { $0 }
    }
    #expect(try await response.value.body == Array("ok".utf8))
    #expect(count.withLock { $0 } >= sent + 3)
  }

  @Test("the time in which a request waits for a free connection does not count")
  func waiting() async throws {
    let server = try RawServer { connection in
      connection.request()
      connection.waitForEnd()
    }
    defer { server.stop() }
    let holding = (0..<8).map { _ in
      Task { await http.failure(of: HTTPRequest(server.url, timeout: .infinity, progressTimeout: .infinity)) }
    }
    while server.requests.count < 8 { await Task.yield() }
    let failure = await http.failure(of: HTTPRequest(server.url, timeout: 0.5, progressTimeout: 0.1))
    #expect(failure?.message.contains("not done within 0.5 s") == true)
    for task in holding { task.cancel() }
    #expect(server.requests.count == 8)
  }
}
