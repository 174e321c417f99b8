import Testing

@testable import UDFTooling

@Suite("Checking navigation")
struct RouteCheckTests {
  /// An app with the routes `main`, `detail`, `child/first` and `child/second`.
  private static func app(
    _ handler: String, child: String = #"nav.replace "second""#, guardian: String = "", helper: String = ""
  ) -> String {
    """
    local udf = require "udf"
    \(helper)
    local child = udf.flow {
      name = "child", start = "first", routes = { first = { scene = "main" }, second = { scene = "main" } },
      on = { ["cart.next"] = function(nav, event) \(child) end },
    }
    return udf.app {
      name = "one",
      features = {
        udf.feature {
          name = "cart", events = { tap = "add" }, reduce = { add = function() end }, emits = { add = "next" },
        },
      },
      scenes = { udf.scene { name = "main", view = function() return {} end } },
      flow = udf.flow {
        start = "main",
        routes = {
          main = { scene = "main" }, child = { flow = child },
          detail = { scene = "main"\(guardian) },
        },
        on = { ["cart.next"] = function(nav, event) \(handler) end },
      },
    }
    """
  }

  @Test("a handler that pushes a missing route")
  func unknown() throws {
    let checked = try Checked(["app": Self.app(#"nav.push(event.to) nav.push("detial")"#)])
    #expect(
      checked.texts == [
        """
        app.lua:21:77: nav.push: there is no route "detial". Did you mean "detail"?
           20 |     },
           21 |     on = { ["cart.next"] = function(nav, event) nav.push(event.to) nav.push("detial") end },
              |                                                                             ^
        """
      ])
  }

  static let ways: [(app: String, head: String)] = [
    (
      app(#"nav.push(event.to) nav.push("detail", { ids = 1 })"#, guardian: #", link = "/things/:id""#),
      #"app.lua:21:77: nav.push: "detail" needs the param id, as its link says: /things/:id"#
    ),
    (
      app(
        #"nav.push(event.to) nav.push("detail", event.params) nav.push "detail""#, guardian: #", link = "/things/:id""#),
      #"app.lua:21:110: nav.push: "detail" needs the param id, as its link says: /things/:id"#
    ),
    (
      app(#"nav.push "child" nav.replace(event.x and "detail" or "detial")"#),
      #"app.lua:21:78: nav.replace: there is no route "detial". Did you mean "detail"?"#
    ),
    (
      app(#"local to = "detial" nav.push(event.to) nav.present(to)"#),
      #"app.lua:21:100: nav.present: there is no route "detial". Did you mean "detail"?"#
    ),
    (
      app(#"nav.push(event.to) nav.psh "detail""#), #"app.lua:21:72: nav has no "psh". Did you mean "push"?"#
    ),
    (
      app(#"nav.push(event.to) nav.popTo "mai""#),
      #"app.lua:21:78: nav.popTo: there is no route "mai". Did you mean "main"?"#
    ),
    (
      app("nav.push(event.to)", guardian: #", guard = function(state) return not state.cart.ok and "mai" end"#),
      #"app.lua:19:65: the guard of detail: there is no route "mai". Did you mean "main"?"#
    ),
    (
      app(
        #"go(nav, "detail")"#, helper: #"local function go(nav, to) nav.push(to) nav.push "detial" end"#),
      #"app.lua:2:50: nav.push: there is no route "detial". Did you mean "detail"?"#
    ),
    (
      app("nav.push(event.to)", child: #"nav.push "second" nav.push "detail""#),
      #"app.lua:5:74: nav.push: there is no route "detail". Known names: first, second."#
    ),
  ]

  @Test("in every form of navigation, and in functions that receive the nav", arguments: ways)
  func gone(_ app: String, _ head: String) throws {
    #expect(try Checked(["app": app]).heads == [head])
  }

  @Test("names belong to their flow and its child flows; a value that is not a nav, or is not used, is not checked")
  func known() throws {
    let app = Self.app(
      #"nav.push "child" nav.push "child/second" nav.push "detail" stack.push(event.to) stack.push "x""#,
      helper: """
        local stack = { push = function() end } \
        udf.flow { start = "a", routes = { a = { scene = "main" }, b = { scene = "main", guard = function() return "c" end } } }
        """)
    #expect(try Checked(["app": app]).texts == [])
  }

  @Test("a helper of two flows may name the routes of either")
  func shared() throws {
    let app = Self.app(
      #"nav.push "child" go(nav)"#, child: "go(nav)",
      helper: #"local function go(nav) nav.push "detail" nav.push "second" end"#)
    #expect(try Checked(["app": app]).texts == [])
  }

  private static let unreached = "app.lua:19:7: warning: flow: routes.detail: nothing leads to this route"

  static let guesses: [(app: String, heads: [String])] = [
    (app(#"nav.push "child""#, child: "nav.push(event.to)"), [unreached]),
    (app(#"nav.push("child/" .. event.to)"#), [unreached]),
    (app(#"nav.push "child""#, guardian: ", guard = function(state) return state.cart.ok ~= nil end"), [unreached]),
    (app("nav.push(event.to)"), []),
    (app(#"nav.push("de" .. event.to) nav.push "child""#), []),
    (app("event.go(nav)"), []),
    (app(#"pcall(nav.push, event.to)"#), []),
    (
      app("nav.pop()").replacing("on = { [\"cart.next\"] = function(nav, event) nav.pop() end }", with: "on = on")
        .replacing("\n\n", with: "\nlocal on = {} on[\"cart.next\"] = function(nav, event) nav.push(event.to) end\n"),
      []
    ),
    (
      app(#"nav.push "detail""#),
      ["app.lua:4:47: warning: child: routes.child/first: nothing leads to this route"]
    ),
  ]

  @Test("a name that is known only at run time may be any of its possible values", arguments: guesses)
  func guessed(_ app: String, _ heads: [String]) throws {
    #expect(try Checked(["app": app]).heads == heads)
  }
}
