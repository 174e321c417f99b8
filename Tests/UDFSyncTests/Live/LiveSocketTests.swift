import Platform
import SocketTesting
import Testing
import UDF
import UDFNetwork

@testable import UDFSync

@Suite("Live, over sockets") struct LiveSocketTests {
  /// A server of one row, `a`, whose title is the number of its version.
  private final class Server: Sendable {
    struct Contents {
      var version = 1
      var streams: [RawConnection] = []
      /// How many more requests for a stream get this status.
      var refusals: [Int] = []
      var lines: [String] = []
    }

    let contents = Guarded(Contents())

    func serve(_ connection: RawConnection) {
      while let request = connection.request() {
        let line = String(request.prefix { $0 != "\r" })
        let (version, refusal) = contents.withLock { contents in
          contents.lines.append(line)
          let isLive = line.hasPrefix("GET /live")
          return (contents.version, isLive && !contents.refusals.isEmpty ? contents.refusals.removeFirst() : nil)
        }
        let isAllowed = request.contains("Authorization: new")
        // From the token that the client names.
        let since = line.split(separator: "since=T").dropFirst().first.flatMap { Int($0.prefix(while: \.isNumber)) }
        if !line.hasPrefix("GET /live") {
          let token = since.map { "\"T\($0)\"" } ?? "null"
          let body = page(after: token, version, isNews: since != version).joined(separator: "\n") + "\n"
          connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
        } else if let refusal, refusal != 401 || !isAllowed {
          connection.send("HTTP/1.1 \(refusal) No\r\nContent-Length: 0\r\n\r\n")
        } else {
          connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
          send(since == version ? [] : [version], after: since ?? 0, on: connection)
          contents.withLock { $0.streams.append(connection) }
          connection.waitForEnd()
          return
        }
      }
    }

    private func page(after token: String, _ version: Int, isNews: Bool = true) -> [String] {
      let head =
        #"{"version":2,"epoch":"E1","from":\#(token),"next":"T\#(version)","more":false,"changes":\#(isNews ? 1 : 0),"#
        + #""mutations":{},"live":true}"#
      return [head] + (isNews ? [#"[\#(version),{"id":"a","title":"\#(version)"}]"#] : [])
    }

    private func send(_ versions: [Int], after token: Int, on connection: RawConnection) {
      let lines = page(after: "\"T\(token)\"", versions.last ?? token, isNews: !versions.isEmpty)
      connection.send("event: page\nid: T\(versions.last ?? token)\n" + lines.map { "data: \($0)\n" }.joined() + "\n")
    }

    func edit() {
      let (version, streams) = contents.withLock { contents in
        contents.version += 1
        return (contents.version, contents.streams)
      }
      for stream in streams { send([version], after: version - 1, on: stream) }
    }

    /// Breaks the connections of all streams.
    func breakStreams() {
      for stream in contents.withLock({ contents in
        defer { contents.streams = [] }
        return contents.streams
      }) { stream.shutDown() }
    }

    var streamLines: [String] { contents.withLock { $0.lines.filter { $0.hasPrefix("GET /live") } } }
  }

  struct Core: SyncCore {
    let instances = Instances()
    let url: String
    func dependency(_ database: SyncDatabase) -> any CacheStore { MemoryCache() }
    func dependency(_ database: SyncDatabase) -> any RemoteStore {
      HTTPRemote(url, of: database, http: dependency()) { ["Authorization": $0 ? "new" : "old"] }
    }
  }

  private func engine(_ url: String) -> SyncEngine {
    SyncEngine(
      SyncCollection("articles", folder: "/nowhere", remote: url), core: Core(url: url),
      options: SyncOptions(backoff: 0.01))
  }

  private func status(_ engine: SyncEngine, _ isAwaited: (SyncStatus) -> Bool) async {
    for await status in engine.statuses where isAwaited(status) { return }
  }

  @Test("changes arrive over the stream, which is opened again after a broken connection, from the stored token")
  func broken() async throws {
    let server = Server()
    let socket = try RawServer { server.serve($0) }
    defer { socket.stop() }
    let engine = engine(socket.url)
    #expect(await engine.pull() == .changed)
    await status(engine, \.isLive)
    for version in 2...5 {
      server.edit()
      await status(engine) { $0.cursor == "T\(version)" }
    }
    server.breakStreams()
    await status(engine) { !$0.isLive }
    server.edit()
    await status(engine) { $0.cursor == "T6" && $0.isLive }
    let first = try await engine.first(10)
    #expect(first.map(title) == ["6"])
    #expect(server.streamLines.count >= 2)
    #expect(server.streamLines.last?.contains("since=T5&") == true)
    #expect(server.contents.withLock { $0.lines.filter { $0.hasPrefix("GET /changes") }.count } == 1)
    await engine.stop()
  }

  @Test("a stream that is refused with 401 is opened with new headers")
  func auth() async throws {
    let server = Server()
    server.contents.withLock { $0.refusals = [401] }
    let socket = try RawServer { server.serve($0) }
    defer { socket.stop() }
    let engine = engine(socket.url)
    await engine.pull()
    await status(engine, \.isLive)
    #expect(server.streamLines.count == 2)
    await engine.stop()
  }

  @Test("without such a path, the engine pulls as before")
  func absent() async throws {
    let server = Server()
    server.contents.withLock { $0.refusals = [404] }
    let socket = try RawServer { server.serve($0) }
    defer { socket.stop() }
    let engine = engine(socket.url)
    #expect(await engine.pull() == .changed)
    while server.streamLines.isEmpty { await Task.yield() }
    // A pull ends a stream that is not answered yet, and the engine would open it again.
    while await engine.machine.stream != nil { await Task.yield() }
    #expect(await engine.pull(force: true) == .unchanged)
    #expect(await engine.status.isLive == false)
    #expect(server.streamLines.count == 1)
    await engine.stop()
  }
}
