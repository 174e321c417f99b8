#if Inspector
  import HostTesting
  import InspectorTesting
  import Testing
  import UDFHost

  @testable import UDFInspector

  @MainActor
  @Suite("a visitor of served screens")
  struct VisitorTests {
    private let app = try? TestHost(["counter": Inspected.counter])

    private func server() throws -> ScreenServer {
      let app = try #require(app)
      var configuration = HostConfiguration(app: app.folder("app.lua"))
      configuration.watch = .off
      configuration.keepsData = false
      return try ScreenServer { [configuration] in try AppHost(configuration) }
    }

    private func visit(_ server: ScreenServer) async throws -> PageClient {
      let page = try PageClient.open(server.url)
      let hello = try await page.json()["hello"]
      #expect(hello["screen_only"] == true)
      #expect(hello["commands"] == .list([]))
      #expect(hello["host"]["file"] == .none)
      return page
    }

    @Test("has the app alone: what one does, another one does not see")
    func own() async throws {
      let server = try server()
      defer { server.stop() }
      let pages = [try await visit(server), try await visit(server)]
      let screens = [
        try await pages[0].act(["id": 1, "do": "screen", "on": true]).screen,
        try await pages[1].act(["id": 1, "do": "screen", "on": true]).screen,
      ]
      #expect(screens.map { $0["elements"].items[0]["text"] } == ["Counter 0", "Counter 0"])
      let button = screens[0]["elements"].items[1]["path"]
      let pressed = try await pages[0].act(["id": 2, "do": "press", "screen": screens[0]["id"], "path": button])
      #expect(pressed.screen["elements"].items[0]["text"] == "Counter 1")
      let other = try await pages[1].act(["id": 2, "do": "press", "screen": screens[1]["id"], "path": button])
      #expect(other.screen["elements"].items[0]["text"] == "Counter 1")
    }

    @Test("gets nothing but the screen")
    func screenOnly() async throws {
      let server = try server()
      defer { server.stop() }
      let page = try await visit(server)
      let requests = [
        #""do":"line","text":"1""#, #""do":"dispatch","action":{"type":"counter/inc"}"#, #""do":"state""#,
        #""do":"graph""#,
        #""do":"adopt","generation":1"#, #""do":"screen","after":0"#, #""do":"export","what":"state""#,
        #""do":"import","what":"state","text":"{}""#,
        #""do":"source","file":"app.lua""#, #""do":"edit","file":"app.lua""#,
        #""do":"sync","feature":"x","act":"retry","mutation":"1""#,
      ]
      for request in requests {
        let (answer, lines) = try await page.ask("{\"id\":1,\(request)}")
        #expect(answer["ok"] == false, "\(request)")
        #expect(
          answer["answer"].items.map { $0["message"] } == ["request: this server shows only the screen"], "\(request)")
        #expect(lines.isEmpty)
      }
      page.send(frame: 1, [], length: 64 << 10 + 1)
      #expect(await page.next() == .close(code: 1008, reason: "a message may have 65536 bytes at most"))
    }

    @Test("sees nothing of the error of an app that does not load, which the owner gets")
    func broken() async throws {
      var errors: [String] = []
      let server = try ScreenServer(
        onError: { errors.append(($0 as? HostError)?.message ?? "") },
        { () throws -> AppHost in throw HostError(code: "load", message: "/home/ann/app.lua:1: secret") })
      defer { server.stop() }
      let page = try PageClient.open(server.url)
      #expect(await page.next() == .close(code: 1011, reason: "the app does not load"))
      #expect(errors == ["/home/ann/app.lua:1: secret"])
    }

    @Test("is one of eight at most, and needs the link and the address")
    func access() async throws {
      let server = try server()
      defer { server.stop() }
      var pages: [PageClient] = []
      for _ in 0..<8 { pages.append(try await visit(server)) }
      let link = Link(server.url)
      #expect(try link.response(to: link.handshake(origin: link.origin)).hasPrefix("HTTP/1.1 503 "))
      #expect(try link.status(of: link.request(path: "/\(link.token)/", host: "evil.example:\(link.port)")) == 403)
      #expect(try link.status(of: link.handshake(origin: "http://evil.example")) == 403)
      #expect(try link.status(of: link.request(path: "/\(String(repeating: "0", count: 32))/")) == 404)
    }
  }
#endif
