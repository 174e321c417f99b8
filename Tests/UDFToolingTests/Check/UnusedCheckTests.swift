import HostTesting
import Testing

@testable import UDFTooling

@Suite("Checking unused names")
struct UnusedCheckTests {
  private let cart = """
    local udf = require "udf"
    return udf.feature {
      name = "cart", events = { tap = "add" },
      reduce = {
        add = function() end,
        clear = function() end,
      },
    }
    """

  @Test("an action that is never sent, unless a test sends it")
  func action() throws {
    let checked = try Checked(["cart": cart])
    #expect(
      checked.texts == [
        """
        cart.lua:6:5: warning: cart/clear: this action is never sent
          No event, no effect and no test names it: only the prompt or a Swift program can send it.
          To fix this, send it, map an event to it, or remove it.
           5 |     add = function() end,
           6 |     clear = function() end,
             |     ^
        """
      ])
    let tested = try Checked([
      "cart": cart, "cart_test": "local store = require \"udf.test\".store {}\nstore.send { type = \"cart/clear\" }",
    ])
    #expect(tested.texts == [])
  }

  @Test("an action counts as sent if another feature, a helper or an effect names it")
  func senders() throws {
    let other = Source.feature(
      "  name = \"other\", events = { tap = \"go\" }, effects = { go = function(cx) cx.send { type = \"cart/clear\" } end },"
    )
    #expect(try Checked(["cart": cart, "other": other]).texts == [])
    let dynamic = cart.replacing(
      "},\n}", with: "},\n  effects = { add = function(cx, a) cx.send { type = a.next } end },\n}")
    #expect(try Checked(["cart": dynamic]).texts == [])
    // Without events there is no screen, and the prompt is where its actions come from.
    #expect(try Checked(["cart": cart.replacing(", events = { tap = \"add\" }", with: "")]).texts == [])
  }

  @Test("a declared action that nothing handles, unless another feature or middleware does")
  func unhandled() throws {
    let declared = cart.replacing(
      "reduce", with: "actions = { add = {}, clear = {}, sold = { sku = \"string\" } },\n  reduce"
    )
    .replacing("\"add\" }", with: "\"add\", hold = \"clear\" }")
    let texts = [
      """
      cart.lua:4:37: warning: cart/sold: nothing handles this action
        It is declared, but it has no reducer, no effect and no event, and the host refuses to send it.
        To fix this, add a reducer for it, or remove it.
         3 |   name = "cart", events = { tap = "add", hold = "clear" },
         4 |   actions = { add = {}, clear = {}, sold = { sku = "string" } },
           |                                     ^
      """
    ]
    #expect(try Checked(["cart": declared]).texts == texts)
    let other = Source.feature("  name = \"other\", reduce = { [\"cart/sold\"] = function() end },")
    #expect(!(try Checked(["cart": declared, "other": other])).texts.description.contains("nothing handles"))
    let emitted = declared.replacing("reduce", with: "emits = { sold = \"left\" }, reduce")
    #expect(!(try Checked(["cart": emitted])).texts.description.contains("nothing handles"))
  }

  @Test("a route that is never shown, and those that are")
  func routes() throws {
    func app(_ handler: String) -> String {
      """
      local udf = require "udf"
      local child = udf.flow {
        name = "child", start = "first", routes = { first = { scene = "main" }, second = { scene = "main" } },
        on = { ["cart.next"] = function(nav) nav.replace "second" end },
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
            main = { scene = "main" }, linked = { scene = "main", link = "/linked" }, child = { flow = child },
            login = { scene = "main" },
            closed = {
              scene = "main",
              guard = function(state) return not state.cart.user and "login" or nil end,
            },
            lost = { scene = "main" },
          },
          on = { ["cart.next"] = function(nav, event) \(handler) end },
        },
      }
      """
    }
    let checked = try Checked(["app": app("nav.push(event.x and 'closed' or 'child')")])
    #expect(
      checked.texts == [
        """
        app.lua:23:7: warning: flow: routes.lost: nothing leads to this route
          It has no link, no guard redirects to it, and no handler pushes, presents or replaces with it.
          To fix this, navigate to it, or remove it.
           22 |       },
           23 |       lost = { scene = "main" },
              |       ^
        """
      ])
    #expect(try Checked(["app": app("nav.push(event.route)")]).texts == [])
  }
}
