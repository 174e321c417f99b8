import HostTesting
import Testing
import UDFTooling

@testable import UDFHost

@Suite("a scene that was read")
struct KeptSceneTests {
  private static let notes = Source.feature(
    """
      name = "notes", state = { items = udf.list {}, mark = "" },
      reduce = {
        add = function(state, action) table.insert(state.items, { id = action.id, text = "" }) end,
        write = function(state, action) state.items[action.at].text = action.text end,
        mark = function(state, action) state.mark = action.text end,
      },
      view = function(state) return { mark = state.mark } end,
    """)

  private static func app(_ row: String = "return item.text") throws -> TestHost {
    try TestHost([
      "notes": notes, "counter": Source.counter,
      "app": """
      local udf = require "udf"
      return udf.app {
        name = "test", features = { require "notes", require "counter" },
        flow = udf.flow { start = "list", routes = { list = { scene = "list" }, note = { scene = "note" } } },
        scenes = {
          udf.scene {
            name = "list", model = { "notes.items" }, renders = { "badge" },
            view = function(model, params, render)
              print "list"
              local badge = render.badge()
              return { badge = badge, rows = udf.each(model.notes.items, function(item) print("row") \(row) end) }
            end,
            screen = udf.screen(function(view, ui)
              return ui.list(view.rows, function(row) return ui.row { text = row } end)
            end),
          },
          udf.scene { name = "badge", model = { "view.notes" }, view = function(model) return model.view.notes.mark end },
          udf.scene {
            name = "note", model = { "counter.count" },
            view = function(model, params) print "note" return params.id .. model.counter.count end,
          },
        },
      }
      """,
    ])
  }

  @Test("runs again only after a change of a path that it, or a scene that it renders, lists")
  func runs() throws {
    let app = try Self.app()
    #expect(try app.host.screenState() == ["rows": [], "badge": ""])
    try app.run("counter.inc{}")
    for _ in 1...2 { _ = try app.host.screen(rows: 1..<21) }
    #expect(try app.host.screenState() == ["rows": [], "badge": ""])
    #expect(Counted.runs(app) == ["list"])
    try app.run("notes.mark{ text = 'x' }")
    #expect(try app.host.screenState() == ["rows": [], "badge": "x"])
    _ = try app.host.undo()
    #expect(try app.host.screenState() == ["rows": [], "badge": ""])
    #expect(Counted.runs(app) == ["list", "list"])
  }

  @Test("runs the function of one row after a change of this row of 1,000")
  func rows() throws {
    let app = try Self.app()
    try app.run("for i = 1, 1000 do notes.add{ id = i } end")
    _ = try app.host.screenState()
    app.forgetEvents()
    try app.run("notes.write{ at = 700, text = 'x' }")
    #expect(try app.host.screenState()["rows"][700] == "x")
    #expect(Counted.runs(app) == ["list", "row"])
  }

  @Test("never has outdated rows: changes of what they render or read are found")
  func closures() throws {
    for row in ["return item.text .. render.badge()", "return item.text .. #model.notes.items"] {
      let app = try Self.app(row)
      try app.run("notes.add{ id = 1 } notes.write{ at = 1, text = 'a' }")
      _ = try app.host.screenState()
      try app.run("notes.add{ id = 2 } notes.mark{ text = '2' }")
      #expect(try app.host.screenState()["rows"][1] == "a2")
    }
  }

  @Test("runs again for another screen, also if an undo has given it the same id")
  func instances() throws {
    let app = try Self.app()
    try app.run("nav.push('note', { id = 'a' })")
    #expect(try app.host.screenState() == "a0")
    _ = try app.host.undo()
    try app.run("nav.push('note', { id = 'b' })")
    #expect(try app.host.screenState() == "b0")
    try app.run("nav.push('note', { id = 'c' })")
    #expect(try app.host.screenState() == "c0")
    #expect(try app.host.screenState(of: 2) == "b0")
    #expect(Counted.runs(app) == ["note", "note", "note"])
    try app.run("nav.popTo('list')")
    #expect(app.host.screenStack.views.isEmpty)
  }
}
