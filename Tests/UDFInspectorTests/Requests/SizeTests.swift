#if Inspector
  import InspectorTesting
  import Testing
  import UDFHost

  @testable import UDFInspector

  @MainActor
  @Suite("a page of an app with much data")
  struct SizeTests {
    /// Fills the state with a text of the limit's size; a small limit keeps the tests fast.
    private func app(_ limit: PageLimit = PageLimit(bytes: 64 << 10)) throws -> Inspected {
      let files: KeyValuePairs = [
        "text": """
        local udf = require "udf"
        return udf.feature {
          name = "text", state = { long = "", n = 0 }, actions = { fill = {}, count = {}, empty = {} },
          reduce = {
            fill = function(state) state.long = ("x"):rep(\(limit.bytes)) end,
            count = function(state) state.n = state.n + 1 end,
            empty = function(state) state.long = "" end,
          },
          view = function(state) return { long = state.long } end,
          screen = udf.screen(function(view, ui) return { ui.text(view.long) } end),
        }
        """
      ]
      return try Inspected(files, limit: limit)
    }

    @Test("receives a state of at most 16 MiB from the inspector of a program")
    func standard() async throws {
      let app = try app(.standard)
      try app.app.host.send("text/fill")
      let page = try PageClient.open(app.inspector.url)
      _ = try await page.json()
      let bytes = #"{"kind":"state","value":{"text":{"long":"","n":0}}}"#.utf8.count + 16_777_216
      #expect(
        try await page.json()["lines"].items.last?["message"].text == """
          the state has \(bytes) bytes, more than the 16777216 that a page receives
            To fix this, ask for a part, as with :state cart.items[1]
          """)
    }

    @Test("receives an error instead of a state that is too long, and each change after it")
    func state() async throws {
      let app = try app()
      try app.app.host.send("text/fill")
      let page = try PageClient.open(app.inspector.url)
      _ = try await page.json()
      let lines = try await page.json()["lines"].items
      #expect(lines.map { $0["kind"] } == ["state", "error"])
      #expect(lines[0]["value"] == .map([:]))
      #expect(lines[0]["omitted"] == true)
      #expect(lines[1]["code"] == "tooLarge")
      let (answer, counted) = try await page.ask(#"{"id":1,"do":"line","text":"text.count{}"}"#)
      #expect(answer["ok"] == true)
      #expect(counted.map { $0["kind"] } == ["action", "change"])
      // The change that makes the text empty contains the former text.
      let (_, emptied) = try await page.ask(#"{"id":2,"do":"line","text":"text.empty{}"}"#)
      #expect(emptied.first?["value"] == ["text": ["long": "", "n": 1]])
    }

    @Test("receives an error instead of an answer, a screen and an export that are too long")
    func answers() async throws {
      let app = try app()
      let page = try await app.page()
      try app.app.host.send("text/fill")
      let requests = [
        #""do":"export","what":"state""#, #""do":"state""#, #""do":"line","text":"state.text""#,
        #""do":"export","what":"session""#, #""do":"export","what":"test""#,
      ]
      for request in requests {
        let answer = try await page.ask("{\"id\":1,\(request)}").answer
        #expect(answer["ok"] == false, "\(request)")
        #expect(answer["answer"].items.map { $0["code"] } == ["tooLarge"], "\(request)")
      }
      let screen = try await page.act(["id": 2, "do": "screen", "on": true]).screen
      #expect(screen["elements"].items.map { $0["kind"] } == ["error"])
      #expect(try await page.ask(#"{"id":3,"do":"line","text":"text.empty{}"}"#).answer["ok"] == true)
    }

    @Test("receives the newest events of a turn that reports too much, and how many were left out")
    func events() async throws {
      let app = try app()
      let page = try await app.page()
      let line = #"for i = 1, 20 do print(i .. ("x"):rep(4096)) end"#
      let (answer, lines) = try await page.ask(JSON.text(["id": 1, "do": "line", "text": .string(line)]))
      #expect(answer["ok"] == true)
      let texts = lines.filter { $0["kind"] == "log" }.compactMap { $0["message"].text }
      #expect(texts.map { String($0.prefix { $0 != "x" }) } == ["18", "19", "20", "17 events were too many to show"])
      #expect(lines.contains { $0["kind"] == "state" })
    }
  }
#endif
