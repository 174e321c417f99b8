import LuaRuntime

#if Inspector
  import InspectorTesting
  import SeededTesting
  import Testing
  import UDFHost

  @testable import UDFInspector

  @MainActor
  @Suite("what a page must not send")
  struct HostileTests {
    private let app = try? Inspected()

    @Test("what is no request closes the page with the reason, and the host goes on")
    func messages() async throws {
      let app = try #require(app)
      let violations = [
        ("not JSON", "a message must be JSON"), ("", "a message must be JSON"),
        ("[]", "a message needs an integer as its id"),
        (#"{"do":"state"}"#, "a message needs an integer as its id"),
        (#"{"id":"1","do":"state"}"#, "a message needs an integer as its id"),
        (String(repeating: "[", count: 100_000), "a message must be JSON"),
      ]
      for (text, reason) in violations {
        let page = try await app.page()
        page.send(text)
        #expect(await page.next() == .close(code: 1008, reason: reason))
        #expect(await page.next() == .end)
      }
      try await expectAlive(app)
    }

    @Test("a request that is wrong is answered with an error, and the page goes on")
    func requests() async throws {
      let page = try await #require(app).page()
      let wrong = [
        (#"{"id":1}"#, "request: do must be a text"),
        (#"{"id":1,"do":"evaluate"}"#, "request: \"evaluate\" is no request; see the documentation of the inspector"),
        (#"{"id":1,"do":"line"}"#, "request: text must be a text"),
        (#"{"id":1,"do":"dispatch","action":{}}"#, "request: action must be a map with a type"),
        (#"{"id":1,"do":"state","after":"x"}"#, "request: after must be an integer"),
        (#"{"id":1,"do":"state","after":99}"#, "state: there is no action #99; nothing has happened yet"),
        (#"{"id":1,"do":"source","file":"../../etc/hosts"}"#, "../../etc/hosts: this is no script of the app"),
        (#"{"id":1,"do":"edit","file":"/etc/hosts"}"#, "/etc/hosts: this is no script of the app"),
        (
          #"{"id":1,"do":"press","screen":"1","path":"x"}"#,
          "the screen has changed since it was drawn; nothing was done"
        ),
        (#"{"id":1,"do":"line","text":":quit"}"#, ":quit: ends a prompt; close the page instead"),
      ]
      for (request, message) in wrong {
        let (answer, _) = try await page.ask(request)
        #expect(answer["ok"] == false)
        #expect(answer["answer"].items.map { $0["message"] } == [.string(message)], "\(request)")
      }
    }

    @Test("frames that break the protocol, or are too long, close the page before their bytes are received")
    func frames() async throws {
      let app = try #require(app)
      let tooLong = PageClient.Message.close(code: 1008, reason: "a message may have 16777216 bytes at most")
      let wrong: [(send: (PageClient) -> Void, PageClient.Message)] = [
        ({ $0.send(frame: 1, [], length: 1 << 62) }, tooLong),
        ({ $0.send(frame: 1, [], length: .max) }, tooLong),
        ({ $0.send(frame: 1, [], length: 1 << 24 + 1) }, tooLong),
        (
          {
            $0.send(frame: 1, isLast: false, [UInt8](repeating: 32, count: 1 << 10))
            $0.send(frame: 0, isLast: false, [], length: 1 << 24 - 1 << 10 + 1)
          }, tooLong
        ),
        ({ $0.send(frame: 2, [1]) }, .close(code: 1003, reason: "a message must be text")),
        ({ $0.send(frame: 1, [1], isMasked: false) }, .close(code: 1002, reason: "a frame is not masked")),
        ({ $0.send(frame: 0, [1]) }, .close(code: 1002, reason: "a frame continues no message")),
        ({ $0.send(frame: 7, [1]) }, .close(code: 1002, reason: "a frame has the unknown code 7")),
        ({ $0.send(frame: 0x41, [1]) }, .close(code: 1002, reason: "a frame uses an extension")),
        (
          { $0.send(frame: 9, [UInt8](repeating: 0, count: 126)) },
          .close(code: 1002, reason: "a control frame is too long or not whole")
        ),
        ({ $0.send(frame: 1, [0xFF, 0xFE]) }, .close(code: 1008, reason: "a message must be JSON")),
      ]
      for (send, expected) in wrong {
        let page = try await app.page()
        send(page)
        #expect(await page.next() == expected)
        #expect(await page.next() == .end)
      }
      try await expectAlive(app)
    }

    @Test("frames may be divided, and a ping is answered")
    func parts() async throws {
      let page = try await #require(app).page()
      page.send(frame: 1, isLast: false, Array(#"{"id":7,"do""#.utf8))
      page.send(frame: 9, [1])
      page.send(frame: 0, Array(#":"state"}"#.utf8))
      #expect(await page.next() == .pong)
      #expect(try await page.json()["id"] == 7)
    }

    @Test("a message in thousands of frames is received, and one of endless empty frames closes the page")
    func manyFrames() async throws {
      let app = try #require(app)
      let page = try await app.page()
      let text = Array((#"{"id":7,"do":"state"}"# + String(repeating: " ", count: 4000)).utf8)
      for (index, byte) in text.enumerated() {
        page.send(frame: index == 0 ? 1 : 0, isLast: index == text.count - 1, [byte])
      }
      #expect(try await page.json()["id"] == 7)
      page.send(frame: 1, isLast: false, [])
      for _ in 0..<MessageReader.frameLimit { page.send(frame: 0, isLast: false, []) }
      #expect(await page.next() == .close(code: 1008, reason: "a message may have 4096 frames at most"))
      #expect(await page.next() == .end)
      try await expectAlive(app)
    }

    @Test("nothing is performed that follows what is no request")
    func afterViolation() async throws {
      let app = try #require(app)
      let page = try await app.page()
      page.connection.send(
        PageClient.frame(1, Array("no request".utf8))
          + PageClient.frame(1, Array(#"{"id":1,"do":"line","text":"counter.inc{}"}"#.utf8)))
      #expect(await page.next() == .close(code: 1008, reason: "a message must be JSON"))
      #expect(await page.next() == .end)
      try await expectAlive(app)
      #expect(try app.app.state("counter.count") == 1)
    }

    @Test("random bytes after the handshake end a page, and the host goes on")
    func random() async throws {
      let app = try #require(app)
      var generator = SeededGenerator(seed: Seed.current)
      for _ in 0..<Extent.runs(daily: 20, nightly: 1000) {
        let page = try await app.page()
        page.connection.send(
          (0..<Int.random(in: 1...300, using: &generator)).map { _ in .random(in: .min ... .max, using: &generator) })
        page.connection.shutDown()
      }
      do { try await expectAlive(app) } catch { Issue.record("\(error); \(Seed.replay)") }
    }

    @Test("connections that send nothing keep nobody out: the oldest ones end")
    func halfOpen() async throws {
      let app = try #require(app)
      let page = try await app.page()
      let idle = try (0..<2 * WebServer.connectionLimit).map { _ in try app.link.connect() }
      // One connection is the page, which stays.
      for connection in idle[...WebServer.connectionLimit] { connection.waitForEnd() }
      #expect(try await page.ask(#"{"id":1,"do":"line","text":"1"}"#).answer["ok"] == true)
      try await expectAlive(app)
    }

    @Test("a connection ends that does not send its request in time")
    func silent() throws {
      let server = try WebServer(
        address: "127.0.0.1", port: 0, files: [], messageLimit: 1, subject: "test", option: "", requestTime: .zero)
      defer { server.stop() }
      server.start(PageDoors(NoPages(), interrupt: {}, onOwner: { _ in }))
      try Link(server.site.url).connect().waitForEnd()
    }

    @Test("a head that does not end is refused")
    func head() throws {
      let link = try #require(app).link
      #expect(try link.status(of: "GET / HTTP/1.1\r\n" + String(repeating: "X: y\r\n", count: 4000)) == 431)
      #expect(try link.status(of: "nonsense\r\n\r\n") == 400)
      #expect(try link.status(of: "GET / HTTP/1.1\r\nno colon\r\n\r\n") == 400)
    }

    @Test("eight pages may be open; the ninth is told so, and gets in when another one leaves")
    func pages() async throws {
      let app = try #require(app)
      var pages: [PageClient] = []
      for _ in 0..<8 { pages.append(try await app.page()) }
      let link = app.link
      #expect(
        try link.response(to: link.handshake(origin: link.origin)).hasSuffix(
          "\r\n\r\ntoo many pages are open; close one of them\n"))
      pages[0].send(frame: 8, [])
      #expect(await pages[0].next() == .end)
      try await expectAlive(app)
    }

    @Test("hostile texts arrive as the texts that they are")
    func texts() async throws {
      let page = try await #require(app).page()
      for text in [
        "</script><script>alert(1)</script>", "\u{2028}\u{0}\u{1B}[2J\"\\", "{\"kind\":\"state\"}", "\u{FEFF}😀",
      ] {
        let line = "counter.write{ text = \(LuaText.quoted(text)) }"
        let request = JSON.text(["id": 1, "do": "line", "text": .string(line)])
        #expect(!request.contains("\u{1B}"))
        let (answer, lines) = try await page.ask(request)
        #expect(answer["ok"] == true)
        #expect(lines.first?["fields"]["text"] == .string(text))
        let state = try await page.ask(#"{"id":2,"do":"state"}"#).answer["answer"].items[0]
        #expect(state["value"]["counter"]["note"] == .string(text))
      }
    }

    private func expectAlive(_ app: Inspected) async throws {
      let page = try await app.page()
      #expect(try await page.ask(#"{"id":1,"do":"line","text":"counter.inc{}"}"#).answer["ok"] == true)
    }
  }

  private final class NoPages: PageKeeper {
    func open(_ number: Int, _ outbox: Outbox) {}
    func perform(_ request: PageRequest, isInterrupted: Bool, of number: Int) {}
    func close(_ number: Int) {}
    func fail(_ error: HostError) {}
  }
#endif
