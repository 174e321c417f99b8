import HostTesting
import Testing
import UDFHost

/// The example of the page on flows, unchanged.
@Suite("examples in the documentation of flows")
struct FlowExamples {
  @Test("a flow with a guard and a child flow, and a scene with a child render")
  func flow() throws {
    let blocks = try Page.blocks("Flows")
    let app = try TestHost([
      "flow": blocks[0],
      "checkout": """
      local udf = require "udf"
      return udf.flow {
        start = "pay", routes = { pay = { scene = "plain" } },
        on = { ["cart.paid"] = function(nav) nav.finish { id = "2" } end },
      }
      """,
      "features": """
      local udf = require "udf"
      return {
        udf.feature {
          name = "articles", state = { items = udf.list {} }, events = { load = "load", tap = "select" },
          reduce = { load = function(state) state.items = { { title = "One" } } end, select = function() end },
          emits = { select = "articleSelected" },
        },
        udf.feature {
          name = "session", state = {}, reduce = { login = function(state, action) state.user = action.name end },
          emits = { login = "loggedIn" },
        },
        udf.feature {
          name = "cart", state = { count = 3 }, reduce = { pay = function(state) state.count = 0 end, open = function() end },
          view = function(state) return { count = state.count } end, emits = { pay = "paid", open = "checkoutWanted" },
        },
      }
      """,
      "app": """
      local udf = require "udf"
      local function view(_, params) return params end
      return udf.app {
        name = "news", features = require "features", flow = require "flow",
        scenes = {
          \(blocks[1]),
          udf.scene { name = "card", view = function(_, params) return params.title end },
          udf.scene { name = "showArticle", view = view }, udf.scene { name = "login", view = view },
          udf.scene { name = "plain", view = view },
        },
      }
      """,
    ])
    #expect(try app.host.screenState() == ["rows": ["One"], "count": 3])
    try app.run("event('listArticles.tap', { id = '7' })")
    #expect(try app.run("nav.view") == ["id": "7"])
    try app.run("cart.open()")
    #expect(app.routes == ["list", "article", "login"])
    try app.run("session.login { name = 'ada' }")
    #expect(app.routes == ["list", "article", "checkout/pay"])
    try app.run("cart.pay()")
    #expect(app.routes == ["list", "article", "article"])
    try app.host.open(link: "/articles/9")
    #expect(try app.run("nav.view") == ["id": "9"])
    #expect(app.errors.isEmpty)
  }
}
