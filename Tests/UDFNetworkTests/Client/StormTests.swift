import SeededTesting
import SocketTesting
import Testing

@testable import UDFNetwork

@Suite("many requests with random cancellation", .timeLimit(.minutes(60)))
struct StormTests {
  @Test("release all transfers and file descriptors")
  func cancelled() async throws {
    await #expect(processExitsWith: .success) {
      let server = try RawServer { StormTests.serve($0) }
      var generator = SeededGenerator(seed: Seed.current)
      // The first connection opens files that stay open: for random numbers, name resolution and Swift's task scheduler.
      let first = LiveHTTPClient()
      _ = try await first.send(HTTPRequest("\(server.url)/whole"))
      await first.shutdown()
      let filesBefore = OpenFiles.count

      let http = LiveHTTPClient()
      var codes: [HTTPFailure.Code?: Int] = [:]
      for _ in 0..<20 {
        let tasks = (0..<50).map { _ in
          let path = ["whole", "part", "silent", "endless", "redirect"].randomElement(using: &generator) ?? ""
          let request = HTTPRequest("\(server.url)/\(path)", timeout: 600, progressTimeout: 600)
          let isStream = Bool.random(using: &generator)
          return Task { isStream ? await http.streamFailure(of: request) : await http.failure(of: request) }
        }
        for task in tasks.shuffled(using: &generator) {
          for _ in 0..<Int.random(in: 0...200, using: &generator) { await Task.yield() }
          task.cancel()
        }
        for task in tasks { codes[await task.value?.code, default: 0] += 1 }
      }
      await http.shutdown()
      // Nil if the response arrived before the cancellation.
      #expect(Set(codes.keys).isSubset(of: [nil, .cancelled]), "\(codes) \(Seed.replay)")
      #expect(codes.values.reduce(0, +) == 1000)
      #expect(EasyHandle.count.load(ordering: .relaxed) == 0)
      // The server closes its ends of the connections asynchronously.
      while OpenFiles.count > filesBefore { await Task.yield() }
    }
  }

  private static func serve(_ connection: RawConnection) {
    while let request = connection.request() {
      switch request.split(separator: " ")[1] {
      case "/whole": connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
      case "/part":
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
        return connection.waitForEnd()
      case "/endless":
        connection.send("HTTP/1.1 200 OK\r\n\r\n")
        while connection.send(String(repeating: "hello", count: 1000)) {}
      case "/redirect":
        connection.send("HTTP/1.1 302 Found\r\nLocation: /silent\r\nContent-Length: 0\r\n\r\n")
      default: return connection.waitForEnd()
      }
    }
  }
}
