import SocketTesting
import Testing
import UDF
import UDFNetwork
import UDFSync

/// With real sockets and the live client.
@Suite("network faults between an engine and a sync server", .timeLimit(.minutes(60)))
struct MisbehavingServerTests {
  private let http = LiveHTTPClient()
  private static let page = "{\"next\":\"T\",\"more\":false,\"changes\":1,\"mutation\":0}\n[1,{\"id\":\"a\"}]\n"

  private func remote(_ server: RawServer) -> HTTPRemote {
    HTTPRemote(server.url, of: SyncCollection("articles", folder: "/nowhere"), http: http)
  }

  /// How a pull fails at a server that does this.
  private func failure(_ serve: @escaping @Sendable (RawConnection) -> Void) async throws -> RemoteFailure? {
    let server = try RawServer(serve)
    defer { server.stop() }
    do throws(RemoteFailure) {
      _ = try await remote(server).pull(PullRequest(client: "c1"))
      return nil
    } catch {
      return error
    }
  }

  @Test("no server listens")
  func refused() async throws {
    let port = try RawServer.freePort()
    let collection = SyncCollection("articles", folder: "/nowhere", remote: "http://127.0.0.1:\(port)")
    let remote = HTTPRemote("http://127.0.0.1:\(port)", of: collection, http: http)
    await #expect(
      throws: RemoteFailure(
        .unavailable,
        "GET http://127.0.0.1:\(port)/changes: nothing listens at 127.0.0.1:\(port); "
          + "start the server, or correct the address")
    ) { try await remote.pull(PullRequest(client: "c1")) }
  }

  @Test("the connection breaks before the response, in its head and in its body")
  func dropped() async throws {
    let head = "HTTP/1.1 200 OK\r\nContent-Length: \(Self.page.utf8.count)\r\n\r\n"
    for answer in ["", String(head.prefix(20)), head, head + Self.page.prefix(60)] {
      let failure = try await failure { connection in
        connection.request()
        connection.send(answer)
      }
      #expect(failure?.code == .unavailable)
    }
  }

  @Test("a proxy shortens the body, and sends the length of the rest")
  func truncated() async throws {
    let failure = try await failure { connection in
      connection.request()
      connection.send(RawServer.ok(String(Self.page.prefix(60))))
    }
    #expect(failure?.code == .garbled)
    #expect(failure?.message.contains("line 2, column") == true)
  }

  @Test("a page arrives byte by byte, and is complete in the end")
  func slow() async throws {
    let failure = try await failure { connection in
      connection.request()
      for byte in RawServer.ok(Self.page).utf8 { connection.send([byte]) }
      connection.waitForEnd()
    }
    #expect(failure == nil)
  }

  @Test("an endless response is cancelled with its task, and the connection closed", arguments: [true, false])
  func endless(_ hasBegun: Bool) async throws {
    let (told, tell) = AsyncStream<String>.makeStream()
    let server = try RawServer { connection in
      connection.request()
      if hasBegun { connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{") }
      tell.yield("sent")
      connection.waitForEnd()
      tell.yield("gone")
    }
    defer { server.stop() }
    let remote = remote(server)
    let pull = Task { try await remote.pull(PullRequest(client: "c1")) }
    #expect(await told.first { $0 == "sent" } != nil)
    pull.cancel()
    do {
      _ = try await pull.value
      Issue.record("there was an answer")
    } catch let failure as RemoteFailure {
      #expect(failure.code == .cancelled)
    }
    #expect(await told.first { $0 == "gone" } != nil)
  }

  @Test("the connection breaks after the server has made a mutation, which is sent again with the same id")
  func lostAcknowledgement() async throws {
    let server = try RawServer { connection in
      guard connection.request()?.contains("\"id\":8") == true else { return }
      connection.reset()
    }
    defer { server.stop() }
    let request = PushRequest(client: "c1", mutations: [Mutation(id: 8, client: "c1", .delete, RowKey("a"))])
    for _ in 0..<2 {
      do throws(RemoteFailure) {
        _ = try await remote(server).push(request)
        Issue.record("there was an answer")
      } catch {
        #expect(error.code == .unavailable)
      }
    }
    #expect(server.requests.map { $0.contains("\"id\":8") } == [true, true])
  }
}
