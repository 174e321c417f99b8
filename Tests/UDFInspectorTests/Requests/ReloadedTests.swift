#if Inspector
  import InspectorTesting
  import Testing
  import UDFHost

  @testable import UDFInspector

  @MainActor
  @Suite("a page after a reload")
  struct ReloadedTests {
    private let app = try? Inspected()

    private func reload(adding number: Int, _ page: PageClient) async throws {
      let source = Inspected.counter.replacingOccurrences(of: "action.by or 1", with: "action.by or \(number)")
      try #require(app).app.folder.save(source, to: "counter.lua")
      _ = try await page.ask(#"{"id":9,"do":"line","text":":reload"}"#)
    }

    @Test("adopts only the code that it has compared")
    func adopts() async throws {
      let app = try #require(app)
      let page = try await app.page()
      _ = try await page.ask(#"{"id":1,"do":"line","text":"counter.inc{}"}"#)
      try await reload(adding: 10, page)
      try await reload(adding: 100, page)
      let stale = try await page.ask(#"{"id":2,"do":"adopt","generation":2}"#).answer
      #expect(
        stale["answer"].items.map { $0["message"] } == [
          """
          adopt: generation 3 is loaded, but generation 2 was compared; nothing was done
            To fix this, adopt after the comparison with generation 3
          """
        ])
      #expect(try app.app.state("counter.count") == 1)
      #expect(try await page.ask(#"{"id":3,"do":"adopt"}"#).answer["ok"] == false)
      #expect(try await page.ask(#"{"id":4,"do":"adopt","generation":3}"#).answer["ok"] == true)
      #expect(try app.app.state("counter.count") == 100)
    }
  }
#endif
