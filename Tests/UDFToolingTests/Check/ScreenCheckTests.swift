import Testing

@testable import UDFTooling

@Suite("Checking the events of screens")
struct ScreenCheckTests {
  /// A feature with the event `tap` that shows these elements, and a scene with the event `leave` that shows those.
  private static func app(_ feature: String, scene: String = "", helper: String = "") -> String {
    """
    local udf = require "udf"
    \(helper)
    local cart = udf.feature {
      name = "cart", events = { tap = "add" }, reduce = { add = function() end }, view = function() return {} end,
      screen = udf.screen(function(view, ui)
        return { \(feature) }
      end),
    }
    local main = udf.scene {
      name = "main", events = { leave = "cart.tap" }, view = function() return {} end,
      screen = udf.screen(function(view, ui)
        return { \(scene) }
      end),
    }
    return udf.app {
      name = "one", features = { cart }, scenes = { main },
      flow = udf.flow { start = "main", routes = { main = { scene = "main" } } },
    }
    """
  }

  @Test("a button with an event that does not exist")
  func unknown() throws {
    let checked = try Checked(["app": Self.app(#"ui.button("Add", "tpa"), ui.button("Add", "tap")"#)])
    #expect(
      checked.texts == [
        """
        app.lua:6:31: ui.button: there is no event "tpa". Did you mean "tap"?
           5 |   screen = udf.screen(function(view, ui)
           6 |     return { ui.button("Add", "tpa"), ui.button("Add", "tap") }
             |                               ^
        """
      ])
    #expect(checked.report.findings.map(\.error.code) == ["event"])
  }

  static let ways: [(app: String, heads: [String])] = [
    (
      app(#"ui.titel("Cart"), ui.title("Cart")"#),
      [#"app.lua:6:17: ui has no "titel". Did you mean "title"?"#]
    ),
    (
      app(#"ui.row { text = "a", event = "tab" }, ui.fields { { label = "a", event = "type" } }"#),
      [
        #"app.lua:6:43: ui.row: there is no event "tab". Did you mean "tap"?"#,
        #"app.lua:6:87: ui.fields: there is no event "type". Known names: tap."#,
      ]
    ),
    (
      app(#"ui.table { columns = { "a" }, rows = view, row = function() return { "x", event = "x" } end }"#),
      [#"app.lua:6:96: ui.table: there is no event "x". Known names: tap."#]
    ),
    (
      app(#"again(ui, view.error)"#, helper: #"local function again(ui, text) return ui.error(text, "retry") end"#),
      [#"app.lua:2:54: ui.error: there is no event "retry". Known names: tap."#]
    ),
    (
      app("", scene: #"ui.button("a", "tap"), ui.button("b", "cart.tpa")"#),
      [
        #"app.lua:12:29: ui.button: there is no event "tap". Known names: leave."#,
        #"app.lua:12:52: ui.button: there is no event "cart.tpa". Did you mean "cart.tap"?"#,
      ]
    ),
    (
      app(
        #"ui.button("a", "main.leave"), ui.button("b", view.event), ui.text("tpa"), ui.error("no")"#,
        scene: #"ui.button("a", "cart.tap"), ui.button("b", view.on and "leave" or nil)"#),
      []
    ),
  ]

  @Test("in every element, on the screen of a feature or of a scene", arguments: ways)
  func named(_ app: String, _ heads: [String]) throws {
    #expect(try Checked(["app": app]).heads == heads)
  }

  @Test("a helper of two screens may name the events of either")
  func shared() throws {
    let app = Self.app(
      "part(ui, true)", scene: "part(ui)",
      helper: #"local function part(ui, on) return ui.button("a", on and "tap" or "leave") end"#)
    #expect(try Checked(["app": app]).texts == [])
  }
}
