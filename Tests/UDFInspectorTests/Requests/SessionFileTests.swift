#if Inspector
  import InspectorTesting
  import Testing
  import UDFHost
  import UDFTooling

  @testable import UDFInspector

  @MainActor
  @Suite("a page that exports and imports")
  struct SessionFileTests {
    private let app = try? Inspected()

    @Test("saves the state and has it loaded again")
    func state() async throws {
      let app = try #require(app)
      let page = try await app.page()
      _ = try await page.ask(#"{"id":1,"do":"line","text":"counter.inc{ by = 4 }"}"#)
      let export = try await page.ask(#"{"id":2,"do":"export","what":"state"}"#).answer["answer"].items[0]
      #expect(export["name"] == "test.state.json")
      _ = try await page.ask(#"{"id":3,"do":"line","text":"counter.inc{}"}"#)
      let load: Value = ["id": 4, "do": "import", "what": "state", "text": export["text"]]
      let (answer, lines) = try await page.ask(JSON.text(load))
      #expect(answer["ok"] == true)
      #expect(lines.first { $0["kind"] == "state" }?["value"]["counter"]["count"] == 4)
      #expect(try app.app.state("counter.count") == 4)
      let wrong = try await page.ask(#"{"id":5,"do":"import","what":"state","text":"{"}"#).answer
      #expect(wrong["answer"].items.map { $0["code"] } == ["state"])
    }

    @Test("saves the history as a session that replays without a difference")
    func session() async throws {
      let app = try #require(app)
      let page = try await app.page()
      for n in 1...3 { _ = try await page.ask(#"{"id":\#(n),"do":"line","text":"counter.inc{ by = \#(n) }"}"#) }
      let export = try await page.ask(#"{"id":9,"do":"export","what":"session"}"#).answer["answer"].items[0]
      #expect(export["name"] == "test.session.ndjson")
      try app.app.folder.save(try #require(export["text"].text), to: "session.ndjson")
      var configuration = HostConfiguration(app: app.app.folder("app.lua"))
      configuration.watch = .off
      let summary = try SessionReplay(app.app.folder("session.ndjson"), configuration).run { _ in }
      #expect(summary.actions == 3)
      #expect(summary.differing == 0)
    }

    @Test("has a session loaded: its actions are the history, and no effect starts")
    func loadSession() async throws {
      let app = try #require(app)
      let page = try await app.page()
      for n in 1...3 { _ = try await page.ask(#"{"id":\#(n),"do":"line","text":"counter.inc{ by = \#(n) }"}"#) }
      let text = try await page.ask(#"{"id":9,"do":"export","what":"session"}"#).answer["answer"].items[0]["text"]
      _ = try await page.ask(#"{"id":10,"do":"line","text":":reset"}"#)
      let (answer, lines) = try await page.ask(
        JSON.text(["id": 11, "do": "import", "what": "session", "text": text]))
      #expect(answer["ok"] == true, "\(answer)")
      #expect(
        lines.filter { $0["kind"] == "history" }.map { $0["type"] } == ["counter/inc", "counter/inc", "counter/inc"])
      #expect(try app.app.state("counter.count") == 6)
      try app.app.host.undo()
      #expect(try app.app.state("counter.count") == 3)
      // Nothing has changed when a line is wrong.
      let broken = try #require(text.text) + "{\"kind\":\"nonsense\"}\n"
      let refused = try await page.ask(
        JSON.text(["id": 12, "do": "import", "what": "session", "text": .string(broken)])
      ).answer
      #expect(
        refused["answer"].items.map { $0["message"] } == [
          "import:5: a session has no lines of the kind \"nonsense\""
        ])
      #expect(try app.app.state("counter.count") == 3)
    }

    @Test("saves a part of the history as a test that passes")
    func test() async throws {
      let app = try #require(app)
      let page = try await app.page()
      for n in 1...3 { _ = try await page.ask(#"{"id":\#(n),"do":"line","text":"counter.inc{ by = \#(n) }"}"#) }
      let export = try await page.ask(#"{"id":9,"do":"export","what":"test","first":2,"last":3}"#).answer["answer"]
        .items[0]
      #expect(export["name"] == "test_test.lua")
      #expect(
        export["text"] == """
          local test = require "udf.test"

          test.it("does what actions 2 to 3 did", function()
            local store = test.store {
              state = { counter = { count = 1 } },
              effects = false,
            }
            store.send({ by = 2, type = "counter/inc" }, function(state)
              state.counter.count = 3
            end)
            store.send({ by = 3, type = "counter/inc" }, function(state)
              state.counter.count = 6
            end)
          end)

          """)
      try app.app.folder.save(try #require(export["text"].text), to: "counter_test.lua")
      #expect(try TestRunner(app.app.folder("counter_test.lua")).run { _, _ in }.passed == 1)
      let none = try await page.ask(#"{"id":10,"do":"export","what":"test","first":7}"#).answer
      #expect(
        none["answer"].items.map { $0["message"] } == ["test: the history has no actions #7 to #3; it has #1 to #3"])
    }
  }
#endif
