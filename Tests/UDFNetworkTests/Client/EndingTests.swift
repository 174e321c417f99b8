import Foundation
import SocketTesting
import Testing
import UDFNetwork

@Suite("requests that end early", .timeLimit(.minutes(60)))
struct EndingTests {
  private let http = LiveHTTPClient()
  private static let partOfABody = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello"

  /// A server that sends `response` and then waits. It reports "sent", and "closed" when the client closes the connection.
  private static func waiting(after response: String) throws -> (server: RawServer, reports: AsyncStream<String>) {
    let (reports, report) = AsyncStream<String>.makeStream()
    let server = try RawServer { connection in
      connection.request()
      connection.send(response)
      report.yield("sent")
      connection.waitForEnd()
      report.yield("closed")
    }
    return (server, reports)
  }

  @Test("a request times out if the server sends no response, or only a part of it")
  func timeout() async throws {
    for response in ["", "HTTP/1.1 200", EndingTests.partOfABody] {
      let (server, reports) = try EndingTests.waiting(after: response)
      defer { server.stop() }
      var timeout = 0.1
      // On a slow machine the timeout may pass before the server receives the request.
      while server.requests.isEmpty {
        #expect(
          await http.failure(of: HTTPRequest("\(server.url)/slow", timeout: timeout))
            == HTTPFailure(
              .timeout,
              "GET \(server.url)/slow: not done within \(timeout) s; raise timeout, or see what the server waits for"))
        timeout *= 10
      }
      #expect(await reports.first { $0 == "closed" } != nil)
    }
  }

  @Test("cancelling a task closes its connection, before and during the response")
  func cancelled() async throws {
    for response in ["", EndingTests.partOfABody] {
      let (server, reports) = try EndingTests.waiting(after: response)
      defer { server.stop() }
      let task = Task { await http.failure(of: HTTPRequest(server.url)) }
      #expect(await reports.first { $0 == "sent" } != nil)
      task.cancel()
      #expect(
        await task.value
          == HTTPFailure(.cancelled, "GET \(server.url): cancelled; the server may already have processed it"))
      #expect(await reports.first { $0 == "closed" } != nil)
    }
  }

  @Test("a task that is already cancelled sends nothing")
  func cancelledBefore() async throws {
    let server = try RawServer { _ in RawServer.ok("") }
    defer { server.stop() }
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await http.failure(of: HTTPRequest(server.url))
    }
    #expect(await task.value?.code == .cancelled)
    #expect(server.requests.isEmpty)
  }

  @Test("shutting down a client ends its requests, and later requests fail")
  func shutDown() async throws {
    let http = LiveHTTPClient()
    let (server, reports) = try EndingTests.waiting(after: EndingTests.partOfABody)
    defer { server.stop() }
    let task = Task { await http.failure(of: HTTPRequest(server.url)) }
    #expect(await reports.first { $0 == "sent" } != nil)
    await http.shutdown()
    let expected = HTTPFailure(
      .cancelled, "GET \(server.url): the client was shut down; send it earlier, or through a new client")
    #expect(await task.value == expected)
    #expect(await http.failure(of: HTTPRequest(server.url)) == expected)
    await http.shutdown()
  }

  @Test("connections are closed after the idle time, and the next request opens a new one")
  func idle() async throws {
    let (ends, end) = AsyncStream<Void>.makeStream()
    let server = try RawServer { connection in
      while connection.request() != nil { connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n") }
      end.yield()
    }
    defer { server.stop() }
    let http = LiveHTTPClient(certificates: nil, idleTime: 0.01)
    var closed = ends.makeAsyncIterator()
    for _ in 0..<3 {
      #expect(try await http.send(HTTPRequest(server.url)).status == 200)
      await closed.next()
    }
    #expect(server.requests.count == 3)
  }

  #if os(Linux)
    @Test("the thread of a client ends, whether the client is shut down or only released")
    func threads() async throws {
      await #expect(processExitsWith: .success) {
        func threads() throws -> Int {
          try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
            .filter {
              (try? String(contentsOfFile: "/proc/self/task/\($0)/comm", encoding: .utf8))?.hasPrefix("udf-http")
                == true
            }
            .count
        }
        let request = HTTPRequest("http://127.0.0.1:\(try RawServer.freePort())/")
        for round in 0..<20 {
          let http = LiveHTTPClient()
          _ = await http.failure(of: request)
          if round % 2 == 0 { await http.shutdown() }
        }
        // The threads of released clients end asynchronously.
        while try threads() > 0 { await Task.yield() }
      }
    }
  #endif
}
