#if Inspector
  import InspectorTesting
  import Testing
  import UDFHost

  @testable import UDFInspector

  @MainActor
  @Suite("the screen on a page")
  struct PastScreenTests {
    private let app = try? Inspected()

    @Test("can be seen as any action left it, while the host stays where it is")
    func past() async throws {
      let app = try #require(app)
      let page = try await app.page()
      for n in 1...3 { _ = try await page.ask(#"{"id":\#(n),"do":"line","text":"counter.inc{}"}"#) }
      for n in 0...3 {
        let (answer, lines) = try await page.ask(#"{"id":9,"do":"screen","after":\#(n)}"#)
        #expect(answer["answer"].items[0]["screen"]["elements"].items[0]["text"] == .string("Counter \(n)"))
        #expect(lines == [])
      }
      #expect(app.app.host.pastAction == nil)
      #expect(try app.app.state("counter.count") == 3)
      // Also from a past point, at which the host then still is.
      try app.app.host.visit(action: 2)
      let answer = try await page.ask(#"{"id":9,"do":"screen","after":1}"#).answer
      #expect(answer["answer"].items[0]["screen"]["elements"].items[0]["text"] == "Counter 1")
      #expect(app.app.host.pastAction == 2)
      #expect(try app.app.state("counter.count") == 2)
      let missing = try await page.ask(#"{"id":9,"do":"screen","after":99}"#).answer
      #expect(missing["answer"].items.map { $0["message"] } == ["screen: there is no action #99; the last one is #3"])
    }

    @Test("has the path of the past with a flow, and the effects of its screens go on")
    func flow() async throws {
      let app = try Inspected([
        "list": """
        local udf = require "udf"
        return udf.feature {
          name = "list", state = {}, actions = { go = {} }, reduce = { go = function() end },
          events = { go = "go" }, emits = { go = "wanted" },
          effects = { go = function(cx) cx.sleep(100) end },
        }
        """,
        "app": """
        local udf = require "udf"
        local function scene(name)
          return udf.scene {
            name = name, model = {}, view = function() return {} end,
            screen = udf.screen(function(view, ui) return { ui.title(name) } end),
          }
        end
        return udf.app {
          name = "test", features = { require "list" }, scenes = { scene "first", scene "second" },
          flow = udf.flow {
            start = "first", routes = { first = { scene = "first" }, second = { scene = "second" } },
            on = { ["list.wanted"] = function(nav) nav.push("second") end },
          },
        }
        """,
      ])
      let page = try await app.page()
      _ = try await page.ask(#"{"id":1,"do":"line","text":"list.go{}"}"#)
      func name(after n: Int) async throws -> Value {
        try await page.ask(#"{"id":9,"do":"screen","after":\#(n)}"#).answer["answer"].items[0]["screen"]["name"]
      }
      #expect(try await name(after: 0) == "first")
      #expect(try await name(after: 2) == "second")
      #expect(app.app.host.screens.map(\.route) == ["first", "second"])
      #expect(app.app.host.effectsUnderWay.count == 1)
    }

    @Test("names its elements by what they do, not by their place")
    func keys() async throws {
      let app = try Inspected([
        "list": """
        local udf = require "udf"
        return udf.feature {
          name = "list", state = { rows = udf.list { "b" } }, actions = { add = { row = "string" } },
          reduce = { add = function(state, action) table.insert(state.rows, 1, action.row) end },
          events = { add = function(event) return { type = "add", row = event.row } end },
          view = function(state) return { rows = state.rows } end,
          screen = udf.screen(function(view, ui)
            return { ui.list(view.rows, function(row) return ui.row { text = #view.rows .. row, event = "add", fields = { row = row } } end) }
          end),
        }
        """
      ])
      let page = try await app.page()
      let before = try await page.act(["id": 1, "do": "screen", "on": true]).screen["elements"].items[0]["rows"].items
      let after = try await page.act(["id": 2, "do": "dispatch", "action": ["type": "list/add", "row": "a"]])
        .screen["elements"].items[0]["rows"].items
      #expect(after.map { $0["key"] }.last == before[0]["key"])
      #expect(after[0]["key"] != before[0]["key"])
      #expect(after[0]["path"] == before[0]["path"])
    }
  }
#endif
