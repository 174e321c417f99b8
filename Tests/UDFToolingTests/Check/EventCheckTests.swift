import Testing

@testable import UDFTooling

@Suite("Checking handlers of flows")
struct EventCheckTests {
  private static func app(_ emits: String, on event: String, child: String = "nav.pop()") -> String {
    """
    local udf = require "udf"
    local child = udf.flow {
      start = "first", routes = { first = { scene = "main", link = "/first" } },
      on = { ["cart.next"] = function(nav) \(child) end },
    }
    return udf.app {
      name = "one",
      features = {
        udf.feature {
          name = "cart", events = { tap = "add", go = "go" }, actions = { add = { n = "integer" }, go = {} },
          reduce = { add = function() end, go = function() end }, emits = { go = "next", add = \(emits) },
        },
      },
      scenes = { udf.scene { name = "main", view = function() return {} end } },
      flow = udf.flow {
        start = "main", routes = { main = { scene = "main" }, child = { flow = child } },
        on = {
          ["\(event)"] = function(nav) nav.push("child") end,
        },
      },
    }
    """
  }

  private static let chosen = "function(action) return action.n > 1 and \"many\" or { name = \"few\" } end"

  @Test("an event that no function of an action returns")
  func unknown() throws {
    let emits = "function(action) if action.n > 1 then return \"many\" end return { name = \"few\" } end"
    #expect(
      try Checked(["app": Self.app(emits, on: "cart.mayn")]).texts == [
        """
        app.lua:18:8: cart emits no event "mayn". Did you mean "many"?
          To fix this, listen to one that it emits, or let it emit this one.
           17 |     on = {
           18 |       ["cart.mayn"] = function(nav) nav.push("child") end,
              |        ^
        """
      ])
    #expect(try Checked(["app": Self.app(emits, on: "cart.few")]).texts == [])
  }

  @Test("nothing is reported if the events are known only at run time")
  func open() throws {
    #expect(
      try Checked(["app": Self.app("function(action) return \"n\" .. action.n end", on: "cart.mayn")]).texts == [])
    #expect(try Checked(["app": Self.app(Self.chosen, on: "cart.mayn")]).texts == [])
  }

  @Test("the end of a flow that never ends")
  func endless() throws {
    #expect(
      try Checked(["app": Self.app("\"more\"", on: "child.finished")]).texts == [
        """
        app.lua:18:8: the flow child never ends, so this event never occurs
          To fix this, call nav.finish() in a handler of child, or remove this handler.
           17 |     on = {
           18 |       ["child.finished"] = function(nav) nav.push("child") end,
              |        ^
        """
      ])
    #expect(try Checked(["app": Self.app("\"more\"", on: "child.finished", child: "nav.finish()")]).texts == [])
  }
}
