import SocketTesting
import Testing
import UDFNetwork

@Suite("many requests at once")
struct ConcurrencyTests {
  @Test("each of a hundred requests gets its own response, over reused connections")
  func hundred() async throws {
    let server = try RawServer { connection in
      while let request = connection.request() {
        let path = request.split(separator: " ")[1]
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(path.utf8.count)\r\n\r\n\(path)")
      }
    }
    defer { server.stop() }
    let http = LiveHTTPClient()
    try await withThrowingTaskGroup(of: (Int, HTTPResponse).self) { group in
      for number in 0..<100 {
        group.addTask { (number, try await http.send(HTTPRequest("\(server.url)/\(number)"))) }
      }
      for try await (number, response) in group { #expect(response.body == Array("/\(number)".utf8)) }
    }
    #expect(server.requests.count == 100)
    await http.shutdown()
  }

  @Test("streams that stay open do not block other requests to the same host")
  func streams() async throws {
    let server = try RawServer { connection in
      let line = connection.request() ?? ""
      guard line.hasPrefix("GET /live") else {
        _ = connection.send(RawServer.ok("rows"))
        return
      }
      connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: 1\n\n")
      connection.waitForEnd()
    }
    defer { server.stop() }
    let http = LiveHTTPClient()
    var streams: [ServerSentEvents.AsyncIterator] = []
    for number in 0..<20 {
      var events = try await http.stream(HTTPRequest(events: "\(server.url)/live/\(number)")).events()
        .makeAsyncIterator()
      #expect(try await events.next()?.text == "1")
      streams.append(events)
    }
    let bodies = try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for number in 0..<20 {
        group.addTask { try await http.send(HTTPRequest("\(server.url)/changes/\(number)")).body }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(bodies == Array(repeating: Array("rows".utf8), count: 20))
    #expect(streams.count == 20)
    await http.shutdown()
  }

  @Test("a hundred waiting requests are cancelled, and their connections closed", .timeLimit(.minutes(60)))
  func cancelled() async throws {
    let (reports, report) = AsyncStream<Void>.makeStream()
    let server = try RawServer { connection in
      connection.request()
      report.yield()
      connection.waitForEnd()
      report.yield()
    }
    defer { server.stop() }
    let http = LiveHTTPClient()
    let task = Task {
      await withTaskGroup(of: HTTPFailure.Code?.self) { group in
        for _ in 0..<100 { group.addTask { await http.failure(of: HTTPRequest(server.url))?.code } }
        return await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
      }
    }
    var events = reports.makeAsyncIterator()
    await events.next()
    task.cancel()
    #expect(await task.value == [.cancelled: 100])
    await http.shutdown()
  }
}
