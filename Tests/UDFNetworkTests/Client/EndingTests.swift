import Foundation
import SocketTesting
import Testing
import UDFNetwork

@Suite("requests that are given up", .timeLimit(.minutes(60)))
struct EndingTests {
  private let http = LiveHTTPClient()
  private static let partOfABody = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello"

  /// A server that sends this and then waits; tells when it has sent it, and when the client has gone.
  private static func waiting(after answer: String) throws -> (server: RawServer, told: AsyncStream<String>) {
    let (told, tell) = AsyncStream<String>.makeStream()
    let server = try RawServer { connection in
      connection.request()
      connection.send(answer)
      tell.yield("sent")
      connection.waitForEnd()
      tell.yield("gone")
    }
    return (server, told)
  }

  @Test("a server that never answers, or stops in the midst of it, is waited for no longer than allowed")
  func timeout() async throws {
    for answer in ["", "HTTP/1.1 200", EndingTests.partOfABody] {
      let (server, told) = try EndingTests.waiting(after: answer)
      defer { server.stop() }
      var timeout = 0.1
      // On a slow machine the time may be over before the server has heard anything.
      while server.requests.isEmpty {
        #expect(
          await http.failure(of: HTTPRequest("\(server.url)/slow", timeout: timeout))
            == HTTPFailure(
              .timeout,
              "GET \(server.url)/slow: not done within \(timeout) s; raise timeout, or see what the server waits for"))
        timeout *= 10
      }
      #expect(await told.first { $0 == "gone" } != nil)
    }
  }

  @Test("a cancelled task closes its request, before the answer and in the midst of it")
  func cancelled() async throws {
    for answer in ["", EndingTests.partOfABody] {
      let (server, told) = try EndingTests.waiting(after: answer)
      defer { server.stop() }
      let task = Task { await http.failure(of: HTTPRequest(server.url)) }
      #expect(await told.first { $0 == "sent" } != nil)
      task.cancel()
      #expect(
        await task.value
          == HTTPFailure(.cancelled, "GET \(server.url): cancelled; the server may have acted on it all the same"))
      #expect(await told.first { $0 == "gone" } != nil)
    }
  }

  @Test("a task that was cancelled before sends nothing")
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

  @Test("a client that is shut down ends its requests and takes no more")
  func shutDown() async throws {
    let http = LiveHTTPClient()
    let (server, told) = try EndingTests.waiting(after: EndingTests.partOfABody)
    defer { server.stop() }
    let task = Task { await http.failure(of: HTTPRequest(server.url)) }
    #expect(await told.first { $0 == "sent" } != nil)
    await http.shutdown()
    let expected = HTTPFailure(
      .cancelled, "GET \(server.url): the client was shut down; send it earlier, or through a new client")
    #expect(await task.value == expected)
    #expect(await http.failure(of: HTTPRequest(server.url)) == expected)
    await http.shutdown()
  }

  @Test("after an idle time connections are closed, and the next request makes new ones")
  func idle() async throws {
    let (ends, end) = AsyncStream<Void>.makeStream()
    let server = try RawServer { connection in
      while connection.request() != nil { connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n") }
      end.yield()
    }
    defer { server.stop() }
    let http = LiveHTTPClient(certificates: nil, idleTime: 0.01)
    var gone = ends.makeAsyncIterator()
    for _ in 0..<3 {
      #expect(try await http.send(HTTPRequest(server.url)).status == 200)
      await gone.next()
    }
    #expect(server.requests.count == 3)
  }

  #if os(Linux)
    @Test("clients leave no thread behind, shut down or not")
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
        // Those that were only let go of end by themselves, a little later.
        while try threads() > 0 { await Task.yield() }
      }
    }
  #endif
}
