#if Inspector
  import Foundation
  import InspectorTesting
  import Testing
  import UDFHost

  @testable import UDFInspector

  @MainActor
  @Suite("a page")
  struct RequestTests {
    private let app = try? Inspected()

    @Test("first receives who the host is, its state and its history")
    func greeting() async throws {
      let app = try #require(app)
      try app.app.host.send("counter/inc", ["by": 2], origin: .prompt)
      let page = try PageClient.open(app.inspector.url)
      let hello = try await page.json()["hello"]
      #expect(hello["app"] == "test")
      #expect(hello["version"] == 1)
      #expect(hello["live"] == true)
      #expect(hello["limit"] == 1000)
      #expect(hello["commands"].items.contains { $0["name"] == ":undo" && $0["argument"] == "count" })
      #expect(!hello["commands"].items.contains { $0["name"] == ":quit" })
      let lines = try await page.json()["lines"].items
      #expect(lines.map { $0["kind"] } == ["state", "history"])
      #expect(lines[0]["value"]["counter"]["count"] == 2)
      #expect(lines[1]["type"] == "counter/inc")
      #expect(lines[1]["changes"].items.count == 1)
    }

    @Test("runs lines of the prompt, and receives what happens before the answer")
    func lines() async throws {
      let page = try await #require(app).page()
      let (answer, lines) = try await page.ask(#"{"id":1,"do":"line","text":"counter.inc{ by = 3 }"}"#)
      #expect(answer == ["id": 1, "ok": true, "answer": []])
      #expect(lines.map { $0["kind"] } == ["action", "change"])
      #expect(lines[0]["n"] == 1)
      #expect(lines[0]["seconds"] != .none)
      #expect(lines[1]["new"] == 3)
      let value = try await page.ask(#"{"id":2,"do":"line","text":"state.counter.count + 1"}"#).answer
      #expect(value["answer"].items.map { $0["value"] } == [4])
      let blame = try await page.ask(#"{"id":3,"do":"line","text":":blame counter.count"}"#).answer
      #expect(blame["answer"].items.map { $0["kind"] } == ["blame"])
    }

    @Test("receives an error once as what happened and once as the answer")
    func errors() async throws {
      let page = try await #require(app).page()
      let (answer, lines) = try await page.ask(#"{"id":1,"do":"dispatch","action":{"type":"counter/refuse"}}"#)
      #expect(answer["ok"] == false)
      #expect(answer["answer"].items.map { $0["kind"] } == ["error"])
      #expect(lines.map { $0["kind"] } == ["action", "error"])
      #expect(lines[0]["status"] == "rejected")
      let incomplete = try await page.ask(#"{"id":2,"do":"line","text":"for"}"#).answer
      #expect(incomplete["answer"].items.map { $0["code"] } == ["syntax"])
      let hint = try await page.ask(#"{"id":3,"do":"line","text":":undo 9"}"#).answer
      #expect(hint["answer"].items.map { $0["code"] } == ["usage"])
    }

    @Test("sees what the prompt, another thread and another page do")
    func others() async throws {
      let app = try #require(app)
      let pages = [try await app.page(), try await app.page()]
      try app.app.host.send("counter/inc", origin: .prompt)
      for page in pages { #expect(try await page.json()["lines"].items.map { $0["kind"] } == ["action", "change"]) }
      app.app.host.handle.send("counter/inc", ["by": 5])
      for page in pages { #expect(try await page.json()["lines"].items.last?["new"] == 6) }
      _ = try await pages[0].ask(#"{"id":1,"do":"line","text":":undo"}"#)
      let undo = try await pages[1].json()["lines"].items
      #expect(undo.first?["kind"] == "undo")
      #expect(undo.first?["removed"] == [1])
      _ = try await pages[0].ask(#"{"id":2,"do":"line","text":":at 0"}"#)
      #expect(try await pages[1].json()["lines"].items.first?["live"] == false)
      _ = try await pages[1].ask(#"{"id":1,"do":"line","text":":at live"}"#)
      #expect(try await pages[0].json()["lines"].items.first?["live"] == true)
    }

    @Test("reads a script by its name, and by the absolute path of a watched file")
    func source() async throws {
      let app = try Inspected { $0.watch = .auto }
      let page = try await app.page()
      for file in ["counter.lua", app.app.folder("counter.lua")] {
        let request: Value = ["id": 1, "do": "source", "file": .string(file), "line": 2]
        let source = try await page.ask(JSON.text(request)).answer["answer"].items.first
        #expect(source?["first"] == 1, "\(file)")
        #expect(source?["lines"].items.dropFirst().first == "return udf.feature {", "\(file)")
      }
    }

    @Test("reads the state after any action without moving the host")
    func past() async throws {
      let app = try #require(app)
      let page = try await app.page()
      for n in 1...3 { _ = try await page.ask(#"{"id":\#(n),"do":"line","text":"counter.inc{}"}"#) }
      for n in 0...3 {
        let state = try await page.ask(#"{"id":9,"do":"state","after":\#(n)}"#).answer["answer"].items[0]
        #expect(state["value"]["counter"]["count"] == .integer(Int64(n)))
      }
      #expect(app.app.host.pastAction == nil)
    }

    @Test("receives the whole anew when more has happened in a turn than the history keeps")
    func burst() async throws {
      let app = try Inspected { $0.historyLimit = 10 }
      let page = try await app.page()
      let (_, lines) = try await page.ask(#"{"id":1,"do":"line","text":"for i = 1, 1000 do counter.inc{} end"}"#)
      #expect(lines.first?["kind"] == "state")
      #expect(lines.first?["value"]["counter"]["count"] == 1000)
      #expect(lines.dropFirst().map { $0["kind"] } == Array(repeating: "history", count: 10))
      #expect(lines.last?["n"] == 1000)
    }

    @Test("receives the whole anew when actions of a turn were undone in it")
    func undoneAtOnce() async throws {
      let app = try #require(app)
      let page = try await app.page()
      try app.app.host.send("counter/inc", origin: .prompt)
      try app.app.host.send("counter/inc", origin: .prompt)
      try app.app.host.undo()
      let lines = try await page.json()["lines"].items
      #expect(lines.map { $0["kind"] }.contains("state"))
      #expect(lines.first { $0["kind"] == "state" }?["value"]["counter"]["count"] == 1)
    }

    @Test("stops a script that does not end, and requests that wait behind it")
    func interrupt() async throws {
      let app = try #require(app)
      let page = try await app.page()
      let subscription = app.app.host.observe(actions: false) { event in
        guard case .print = event else { return }
        page.send(#"{"id":2,"do":"line","text":"counter.inc{}"}"#)
        page.send(#"{"id":3,"do":"interrupt"}"#)
      }
      let (first, _) = try await page.ask(#"{"id":1,"do":"line","text":"print('begun') while true do end"}"#)
      #expect(first["answer"].items.map { $0["code"] } == ["cancelled"])
      #expect(try await page.json()["answer"].items.map { $0["message"] } == ["interrupted before it began"])
      #expect(try await page.json()["ok"] == true)
      #expect(try app.app.state("counter.count") == 0)
      subscription.cancel()
    }

    @Test("reports changes of watched paths")
    func watch() async throws {
      let app = try #require(app)
      let page = try await app.page()
      _ = try await page.ask(#"{"id":1,"do":"line","text":":watch counter.count"}"#)
      try app.app.host.send("counter/inc")
      var kinds: [Value] = []
      while !kinds.contains("watch") { kinds += try await page.json()["lines"].items.map { $0["kind"] } }
      #expect(Set(kinds.map { $0.text ?? "" }) == ["action", "change", "watch"])
    }

    @Test("draws the screen and acts on what was drawn, as long as it is there")
    func screen() async throws {
      let app = try #require(app)
      let page = try await app.page()
      let first = try await page.act(["id": 1, "do": "screen", "on": true]).screen
      #expect(first["elements"].items.map { $0["kind"] } == ["title", "button", "fields"])
      let button = first["elements"].items[1]["path"]
      func press(_ id: Value) async throws -> (answer: Value, screen: Value) {
        try await page.act(["id": 2, "do": "press", "screen": id, "path": button])
      }
      let second = try await press(first["id"]).screen
      #expect(second["elements"].items[0]["text"] == "Counter 1")
      // The page has pressed again before it has the next screen; the button is the same one.
      let third = try await press(first["id"])
      #expect(third.answer["ok"] == true)
      #expect(third.screen["elements"].items[0]["text"] == "Counter 2")
      let field = first["elements"].items[2]["fields"].items[0]["path"]
      let type: Value = ["id": 3, "do": "type", "screen": third.screen["id"], "path": field, "text": "hello"]
      #expect(try await page.act(type).answer["ok"] == true)
      #expect(try app.app.state("counter.note") == "hello")
      let unknown = try await press("99")
      #expect(unknown.answer["answer"].items.map { $0["code"] } == ["stale"])
    }

    @Test("does nothing when what was pressed is no longer there, or means something else")
    func stale() async throws {
      let app = try Inspected([
        "list": """
        local udf = require "udf"
        return udf.feature {
          name = "list", state = { rows = { "a", "b" } }, actions = { drop = { row = "string" } },
          reduce = { drop = function(state, action)
            for i, row in ipairs(state.rows) do if row == action.row then table.remove(state.rows, i) end end
          end },
          events = { drop = function(event) return { type = "drop", row = event.row } end },
          view = function(state) return { rows = state.rows } end,
          screen = udf.screen(function(view, ui)
            return { ui.list(view.rows, function(row) return ui.row { text = row, event = "drop", fields = { row = row } } end) }
          end),
        }
        """
      ])
      let page = try await app.page()
      let screen = try await page.act(["id": 1, "do": "screen", "on": true]).screen
      let rows = screen["elements"].items[0]["rows"].items
      func press(_ row: Int) async throws -> Value {
        try await page.act(["id": 2, "do": "press", "screen": screen["id"], "path": rows[row]["path"]]).answer
      }
      #expect(try await press(0)["ok"] == true)
      // The row "b" is the first one now; it is still what was pressed.
      #expect(try await press(0)["answer"].items.map { $0["code"] } == ["stale"])
      #expect(try app.app.state("list.rows") == ["b"])
      #expect(try await press(1)["ok"] == true)
      #expect(try app.app.state("list.rows") == .list([]))
    }

    @Test("sends a dead letter again, or drops it")
    func deadLetters() async throws {
      let app = try Inspected([
        "notes": """
        local udf = require "udf"
        return udf.sync {
          name = "notes", key = "id", conflict = "mine", cache = "memory",
          remote = {
            pull = function() return { changes = {}, next = "t1" } end,
            push = function(cx, mutations)
              local answers = {}
              for i, mutation in ipairs(mutations) do
                answers[i] = { id = mutation.id, refused = { code = "full", message = "no room" } }
              end
              return answers
            end,
          },
        }
        """
      ])
      let host = app.app
      let page = try await app.page()
      _ = try await page.ask(#"{"id":1,"do":"line","text":"notes.mutate{ put = { id = 'a', title = 'A' } }"}"#)
      func letters() async throws -> [Value] {
        while true {
          host.host.poll()
          let rows = try host.host.value(at: "notes.dead").items
          if !rows.isEmpty { return rows }
          await Task.yield()
        }
      }
      let first = try await letters()
      #expect(first.map { $0["code"] } == ["full"])
      let id = first[0]["mutation"].integer.map { "\($0)" } ?? ""
      let unknown = try await page.ask(#"{"id":2,"do":"sync","feature":"notes","act":"forget","mutation":"1"}"#).answer
      #expect(unknown["ok"] == false)
      let drop: Value = ["id": 3, "do": "sync", "feature": "notes", "act": "drop", "mutation": .string(id)]
      #expect(try await page.ask(JSON.text(drop)).answer["ok"] == true)
      while try !host.host.value(at: "notes.dead").items.isEmpty {
        host.host.poll()
        await Task.yield()
      }
    }

    @Test("that opens while the host shows a past state receives the present one")
    func opensInPast() async throws {
      let app = try #require(app)
      for _ in 1...3 { try app.app.host.send("counter/inc", origin: .prompt) }
      try app.app.host.visit(action: 1)
      let page = try PageClient.open(app.inspector.url)
      let hello = try await page.json()["hello"]
      #expect(hello["live"] == false)
      #expect(hello["at"] == 1)
      #expect(try await page.json()["lines"].items[0]["value"]["counter"]["count"] == 3)
      let state = try await page.ask(#"{"id":1,"do":"state"}"#).answer["answer"].items[0]
      #expect(state["value"]["counter"]["count"] == 3)
    }

    @Test("draws a screen that prints once for each change, not for each line")
    func printingScreen() async throws {
      let app = try Inspected([
        "loud": """
        local udf = require "udf"
        return udf.feature {
          name = "loud", state = { n = 0 }, actions = { go = {} },
          reduce = { go = function(state) state.n = state.n + 1 end },
          view = function(state) return { n = state.n } end,
          screen = udf.screen(function(view, ui) print("drawn " .. view.n) return { ui.text("n " .. view.n) } end),
        }
        """
      ])
      let page = try await app.page()
      _ = try await page.act(["id": 1, "do": "screen", "on": true])
      var (_, lines) = try await page.ask(#"{"id":2,"do":"line","text":"loud.go()"}"#)
      for id in 3..<20 { lines += try await page.ask(#"{"id":\#(id),"do":"graph"}"#).lines }
      // The lines of the first drawing may still have been on their way.
      #expect(lines.filter { $0["kind"] == "log" && $0["message"] == "drawn 1" }.count <= 2, "\(lines)")
    }

    @Test("receives the whole anew when a reload has emptied the history")
    func migration() async throws {
      let app = try #require(app)
      let page = try await app.page()
      _ = try await page.ask(#"{"id":1,"do":"line","text":"counter.inc{ by = 4 }"}"#)
      let source = Inspected.counter
        .replacingOccurrences(
          of: "name = \"counter\",",
          with:
            "name = \"counter\", version = 2, migrate = function(old) return { count = old.count * 10, note = \"\" } end,"
        )
      try app.app.folder.save(source, to: "counter.lua")
      let (_, lines) = try await page.ask(#"{"id":2,"do":"line","text":":reload"}"#)
      #expect(lines.contains { $0["kind"] == "reload" && $0["ok"] == true }, "\(lines)")
      #expect(lines.first { $0["kind"] == "state" }?["value"]["counter"]["count"] == 40, "\(lines)")
      #expect(!lines.contains { $0["kind"] == "history" })
    }

    @Test("draws the app as a graph, with how often each way was taken")
    func graph() async throws {
      let app = try #require(app)
      let page = try await app.page()
      _ = try await page.ask(#"{"id":1,"do":"line","text":"counter.inc{}"}"#)
      let graph = try await page.ask(#"{"id":2,"do":"graph"}"#).answer["answer"].items[0]
      #expect(graph["kind"] == "graph")
      let nodes = graph["nodes"].items.map { $0["id"] }
      #expect(nodes == ["feature counter", "action counter/inc", "action counter/refuse", "action counter/write"])
      #expect(
        graph["edges"].items.first == [
          "from": "action counter/inc", "to": "feature counter", "kind": "handles", "seen": 1,
        ])
    }

    @Test("is not the only place that shows why the server has ended: the app logs it")
    func serverEnds() throws {
      let app = try #require(app)
      app.inspector.fail(HostError(code: "failed", message: "inspector: the server has ended: no descriptors"))
      #expect(app.app.logs == ["error inspector: the server has ended: no descriptors"])
    }

    @Test("costs the host nothing when it has left")
    func left() async throws {
      let app = try #require(app)
      app.app.observe(actions: false)
      let page = try await app.page()
      #expect(app.isObserved)
      page.send(frame: 8, [])
      while app.isObserved { await Task.yield() }
      #expect(await page.next() == .end)
    }
  }
#endif
