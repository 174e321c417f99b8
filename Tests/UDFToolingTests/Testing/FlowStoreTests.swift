import HostTesting
import Testing

@testable import UDFTooling

@Suite("a test in Lua of an app with a flow")
struct FlowStoreTests {
  @Test("raises events of scenes, receives the flow's actions, and asserts the path")
  func journey() throws {
    let tests = TestedApp.file(
      """
      it("opens an article", function()
        local store = test.store()
        store.event("listArticles.tap", { id = "2" })
        store.receive("nav/push", function(state)
          table.insert(state.nav.path, { route = "article", params = { id = "2" }, id = 2 })
          state.nav.last = 2
        end)
        store.receive("articles/shown", function(state) table.insert(state.articles.log, "shown 2") end)
        store.send({ type = "nav/pop" }, function(state) table.remove(state.nav.path) end)
        store.receive("articles/hidden", function(state) table.insert(state.articles.log, "hidden 2") end)
      end)
      it("begins anywhere", function()
        local path = { { route = "list", params = {}, id = 1 }, { route = "login", params = {}, id = 2 } }
        local store = test.store { state = { nav = { path = path, last = 2 } }, exhaustive = false }
        store.event("login.submit", { name = "ada" })
        store.receive("nav/resume", function(state) table.remove(state.nav.path) end)
      end)
      it("begins nowhere", function()
        test.store { state = { nav = { path = { { route = "lost", params = {}, id = 1 } }, last = 1 } } }
      end)
      """)
    let files = [
      "app.lua": News.app, "flow.lua": News.flow, "checkout.lua": News.checkout, "scenes.lua": News.scenes,
      "session.lua": News.session, "articles.lua": News.articles, "news_test.lua": tests,
    ]
    let app = try TestedApp(files: files)
    #expect(app.summary.passed == 2)
    #expect(
      app.failure == """
        flow.lua:2: the route "lost" was removed, but screen 1 of the path shows it
          To fix this, add it again, leave the screen first, or begin again from the initial state: :reload!
        """)
  }

  private static let files = [
    "app.lua": """
    local udf = require "udf"
    local list = udf.feature {
      name = "list", state = { picked = "" }, emits = { pick = "picked" },
      reduce = { pick = function(state, action) state.picked = action.id end },
    }
    local scene = udf.scene { name = "all", view = function() return {} end }
    return udf.app {
      name = "flowing", features = { list }, scenes = { scene },
      flow = udf.flow {
        start = "list", routes = { list = { scene = "all" }, one = { scene = "all" } },
        on = { ["list.picked"] = function(nav, event) nav.push("one", { id = event.id }) end },
      },
    }
    """
  ]

  private static let note = "\n  nav/push is sent by the flow: list/pick is the event list.picked for it (app.lua:9)."

  @Test(
    "names the cause in a failure about an action of the flow",
    arguments: [
      (
        "",
        "users_test.lua:5: 1 action was received and is not asserted at the end of the test: "
          + #"nav/push {params={id="7"}, route="one"}"#
      ),
      (
        #"store.receive "list/other""#,
        "users_test.lua:6: expected to receive list/other, got "
          + #"nav/push {params={id="7"}, route="one"}"#
      ),
      (#"store.receive "nav/push""#, "users_test.lua:6: nav/push changed the state, and the test does not assert it"),
    ])
  func explained(line: String, problem: String) throws {
    let app = try TestedApp(
      """
      it("picks", function()
        local store = test.store()
        store.send({ type = "list/pick", id = "7" }, function(state) state.list.picked = "7" end)
        \(line)
      end)
      """, files: Self.files)
    #expect(app.failure.hasPrefix(problem + Self.note), "\(app.failure)")
  }

  @Test("names the cause in a failure about a path that the feature's own action does not change")
  func path() throws {
    let app = try TestedApp(
      """
      it("picks", function()
        test.store().send({ type = "list/pick", id = "7" }, function(state)
          state.list.picked = "7"
          state.nav.last = 2
        end)
      end)
      """, files: Self.files)
    #expect(app.failure == "users_test.lua:4: list/pick did not change the state as expected" + Self.note)
  }
}
