#if Inspector
  import InspectorTesting
  import Testing
  import UDFHost

  @Suite("A prompt and a page of the same app")
  struct InspectedTerminalTests {
    @Test("show what the other one did")
    func both() async throws {
      let folder = AppFolder()
      let terminal = try Terminal(folder, "--no-color", "--watch", "off", "--inspect", columns: 120)
      try terminal.waitForPrompt()
      let link = try #require(terminal.screen.text.firstMatch(of: /inspector: (http:\S+)/))
      let page = try PageClient.open(String(link.1))
      for kind in ["hello", "lines"] { #expect(try await page.json()[kind] != .none) }

      let (answer, lines) = try await page.ask(#"{"id":1,"do":"line","text":"counter.inc{ by = 2 }"}"#)
      #expect(answer["ok"] == true)
      #expect(lines.map { $0["kind"] } == ["action", "change"])
      try terminal.wait(forText: "#1 counter/inc {by=2}")
      try terminal.wait(forText: "counter.count: 0 → 2")

      _ = try terminal.enter("counter.inc{ by = 5 }")
      let shown = try await page.json()["lines"].items
      #expect(shown.map { $0["kind"] } == ["action", "change"])
      #expect(shown.first?["n"] == 2)
      #expect(shown.last?["new"] == 7)

      _ = try await page.ask(#"{"id":2,"do":"line","text":":undo"}"#)
      try terminal.enter("state.counter.count", until: ["2"])
      _ = try terminal.enter(":redo")
      #expect(try await page.json()["lines"].items.first?["kind"] == "redo")
      #expect(
        try await page.ask(#"{"id":3,"do":"line","text":"state.counter.count"}"#).answer["answer"].items.first?["value"]
          == 7)
    }
  }
#endif
