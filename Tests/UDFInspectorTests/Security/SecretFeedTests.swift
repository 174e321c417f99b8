#if Inspector
  import HostTesting
  import InspectorTesting
  import Testing
  import UDFHost

  @testable import UDFInspector

  @MainActor
  @Suite("a declared secret")
  struct SecretFeedTests {
    private static let session = """
      local udf = require "udf"
      return udf.feature {
        name = "session", state = { password = udf.secret "string", tries = 0 },
        actions = { write = { password = udf.secret "string" }, wrong = { password = udf.secret "string" } },
        reduce = {
          write = function(state, action) state.password = action.password; state.tries = state.tries + 1 end,
          wrong = function(state, action) error("wrong: " .. action.password) end,
        },
        events = { typed = function(event) return { type = "write", password = event.text } end },
        effects = { write = function(cx, action) cx.log("info", "written " .. action.password, { password = action.password }) end },
        computed = { both = { "password", function(password) return { password, "x" } end } },
        view = function(state) return { password = state.password, tries = state.tries } end,
        screen = udf.screen(function(view, ui)
          return { ui.title(tostring(view.password)), ui.fields { { label = "Password", value = view.password, event = "typed" } } }
        end),
      }
      """

    @Test("is never sent to a page: in actions, changes, states, logs, errors, screens and answers")
    func feed() async throws {
      let app = try Inspected(["session": Self.session])
      var sent: [String] = []
      func open() async throws -> PageClient {
        let page = try PageClient.open(app.inspector.url)
        for _ in 0..<2 { sent.append("\(try await page.json())") }
        return page
      }
      let page = try await open()
      let lines = [
        "session.write{ password = 'hunter22' }", "event('session.typed', { text = 'hunter22' })",
        "session.wrong{ password = 'hunter22' }", "state", "state.session.password", "view.session",
        "computed.session.both",
        "tostring(state.session.password)", "'x' .. state.session.password", "error(state.session.password)", ":hist",
        ":action 1",
        ":print state", ":state", ":view session", ":diff 1", ":blame session.password", ":watch session.password",
        ":screen session",
        ":effects", ":undo", ":redo",
      ]
      var requests = lines.map { ["do": "line", "text": .string($0)] as Record }
      requests.append(["do": "state"])
      requests.append(["do": "state", "after": 1])
      requests.append(["do": "dispatch", "action": ["type": "session/write", "password": "hunter22"]])
      for (number, request) in requests.enumerated() {
        var request = request
        request["id"] = .integer(Int64(number))
        let (answer, events) = try await page.ask(JSON.text(.map(request)))
        sent.append("\(answer) \(events)")
      }
      _ = try await open()
      #expect(!sent.contains { $0.contains("hunter22") }, "\(sent.filter { $0.contains("hunter22") })")
      // What is sent in its place.
      #expect(sent.joined().contains("$secret"))
    }
  }
#endif
