import HostTesting
import Testing

@testable import UDFHost
@testable import UDFTooling

@Suite("a screen")
struct ScreenTests {
  /// A feature `a` whose screen is a function with this body, whose first line is line 5 of the file.
  private static func app(_ body: String, _ more: String = "") throws -> TestHost {
    try TestHost([
      "a": Source.feature(
        """
          name = "a", state = { n = 0 }, view = function(state) return { n = state.n } end,\(more)
          screen = udf.screen(function(view, ui)
        \(body)
          end),
          events = { tap = function(event) return { type = "add", by = event.by or 1 } end, typed = "write", none = false },
          reduce = {
            add = function(state, action) state.n = state.n + action.by end,
            write = function(state, action) state.written = action.text end,
          },
        """)
    ])
  }

  private static func elements(_ body: String, rows: Range<Int> = 1..<21) throws -> [ScreenElement] {
    try app(body).host.screen(rows: rows).elements
  }

  private func row(_ cells: String..., selected: Bool = false) -> ScreenRow {
    ScreenRow(cells: cells, isSelected: selected, target: nil)
  }

  @Test("consists of elements, from top to bottom")
  func elements() throws {
    let elements = try Self.elements(
      """
        return {
          ui.title("Title", "below"), ui.text(view.n, "bold"), ui.row { text = true, detail = 1.5, selected = true },
          ui.progress(1, 4, "loading"), ui.empty "nothing", ui.error "broken", ui.divider(),
          ui.fields { { label = "Size", value = 3 }, { label = "Kind" } },
        }
      """)
    #expect(
      elements == [
        .title("Title", subtitle: "below"), .text("0", .bold), .row(row("true", "1.5", selected: true)),
        .progress(done: 1, total: 4, label: "loading"), .empty("nothing"), .error("broken", nil), .divider,
        .fields([
          ScreenField(label: "Size", value: "3", key: "size", isSecret: false, event: nil, fields: [:]),
          ScreenField(label: "Kind", value: "", key: "kind", isSecret: false, event: nil, fields: [:]),
        ]),
      ])
  }

  @Test("leaves out nil and false, and flattens lists of elements")
  func parts() throws {
    let elements = try Self.elements(
      """
        local function header(text) return { ui.text(text), ui.divider() } end
        return { view.n > 0 and ui.text "many", nil, header "a", { { ui.text "b" } }, view.missing }
      """)
    #expect(elements == [.text("a", .plain), .divider, .text("b", .plain)])
    #expect(try Self.elements("return ui.text 'alone'") == [.text("alone", .plain)])
  }

  @Test("with 10,000 rows shows the requested ones, and near the end earlier ones too")
  func window() throws {
    let app = try Self.app(
      """
        local rows = {}
        for i = 1, 10000 do rows[i] = "row " .. i end
        return ui.list(rows, function(row, i) return ui.row { text = row, detail = i } end)
      """)
    func list(_ rows: Range<Int>) throws -> ScreenRows { try #require(app.host.screen(rows: rows).lists.first) }
    #expect(try list(1..<3) == ScreenRows(rows: [row("row 1", "1"), row("row 2", "2")], first: 1, count: 10_000))
    #expect(try list(9999..<10_004).first == 9996)
    #expect(try list(.max - 2 ..< .max).rows == [row("row 9999", "9999"), row("row 10000", "10000")])
    #expect(try list(-5..<0).rows.count == 5)
    #expect(try list(7..<7).rows.isEmpty)
  }

  @Test("runs the function of a list only for visible rows")
  func counted() throws {
    let app = try TestHost([
      "a": """
      local udf = require "udf"
      local made = 0
      return udf.feature {
        name = "a", state = {}, view = function() return {} end,
        screen = udf.screen(function(view, ui)
          local rows = {}
          for i = 1, 10000 do rows[i] = i end
          return { ui.text(made), ui.list(rows, function(row) made = made + 1 return ui.row { text = row } end) }
        end),
      }
      """
    ])
    func made(before rows: Range<Int>) throws -> ScreenElement? { try app.host.screen(rows: rows).elements.first }
    #expect(try made(before: 500..<520) == .text("0", .plain))
    #expect(try made(before: 1..<1) == .text("20", .plain))
    #expect(try made(before: 1..<2) == .text("20", .plain))
  }

  @Test("has tables, whose rows are lists of cells or made by a function")
  func tables() throws {
    let elements = try Self.elements(
      """
        return {
          ui.table { columns = { "Name", { title = "Size", align = "right" } }, rows = { { "a", 1 }, { "b" } } },
          ui.table { columns = { "" }, rows = { 7 }, row = function(n, i) return { n + i, event = "tap", selected = true } end },
        }
      """)
    let columns = [
      ScreenColumn(title: "Name", isRightAligned: false), ScreenColumn(title: "Size", isRightAligned: true),
    ]
    #expect(elements[0] == .table(columns, ScreenRows(rows: [row("a", "1"), row("b", "")], first: 1, count: 2)))
    let target = ScreenTarget(number: 1, label: "8", event: "a.tap", fields: [:])
    let tapped = ScreenRow(cells: ["8"], isSelected: true, target: target)
    #expect(
      elements[1]
        == .table([ScreenColumn(title: "", isRightAligned: false)], ScreenRows(rows: [tapped], first: 1, count: 1)))
  }

  private static let form = """
      return {
        ui.row { text = "one", event = "tap", fields = { by = 5 } },
        ui.error("broken", "a.none"),
        ui.button("Add", "tap"),
        ui.fields {
          { label = "Full  Name", value = "x", event = "typed" },
          { label = "Word", event = "typed", key = "w", secret = true, fields = { more = 1 } },
          { label = "Size", value = 1 },
        },
      }
    """

  @Test("is tapped by the numbers of its rows and buttons")
  func tap() throws {
    let app = try Self.app(Self.form)
    let screen = try app.host.screen(rows: 1..<21)
    #expect(screen.targets.map(\.label) == ["one", "try again", "Add"])
    #expect(try app.host.tap(1, on: screen))
    #expect(try !app.host.tap(2, on: screen))
    #expect(try app.host.tap(3, on: screen))
    #expect(try app.state("a.n") == 6)
    #expect(app.actions.map(\.origin) == [.event, .event])
    #expect(try app.host.undo().map(\.type) == ["a/add"])
    #expect(failure { try app.host.tap(4, on: screen) } == "tap: the screen has no 4. Its numbers go from 1 to 3.")
    let empty = Screen(name: "a", id: nil, elements: [])
    #expect(failure { try app.host.tap(1, on: empty) } == "tap: the screen has no 1. Nothing here can be tapped.")
  }

  @Test("can be edited by the keys of its fields")
  func type() throws {
    let app = try Self.app(Self.form)
    let screen = try app.host.screen(rows: 1..<21)
    #expect(screen.fields.map(\.key) == ["full-name", "w"])
    try app.host.type("Anna Maria", into: "full-name", on: screen)
    #expect(try app.state("a.written") == "Anna Maria")
    try app.host.type("", into: "w", on: screen)
    #expect(app.actions.last?.fields == ["more": 1, "text": ""])
    #expect(
      failure { try app.host.type("x", into: "ful-name", on: screen) }
        == "type: the screen has no field \"ful-name\". Did you mean \"full-name\"?")
    #expect(
      failure { try app.host.type("x", into: "size", on: Screen(name: "a", id: nil, elements: [])) }
        == "type: the screen has no field \"size\". Nothing here can be written.")
  }

  @Test("has no control characters in the default keys of fields, whatever their labels are")
  func keys() throws {
    let app = try Self.app(
      #"""
        return ui.fields {
          { label = "A\27[31m B", event = "typed" }, { label = "\u{202E}c\0d", event = "typed" },
          { label = "\xFF e", event = "typed" },
        }
      """#)
    #expect(try app.host.screen(rows: 1..<21).fields.map(\.key) == ["a-[31m-b", "c-d", "\u{FFFD}-e"])
  }

  @Test("that raises an unknown event reports it when it is tapped")
  func unknownEvent() throws {
    let app = try Self.app("return ui.button('Go', 'tpa')")
    let screen = try app.host.screen(rows: 1..<21)
    #expect(failure { try app.host.tap(1, on: screen) } == "a.tpa: a has no event \"tpa\". Did you mean \"tap\"?")
  }

  @Test(
    "with a mistake is reported with its line and a suggestion, and changes nothing",
    arguments: [
      ("ui.txt('a')", "ui has no \"txt\". Did you mean \"text\"?"),
      ("ui.text()", "ui.text: the text must be a string, a number or a boolean, got nil"),
      ("ui.text('a', 'bld')", "ui.text: there is no style \"bld\". Did you mean \"bold\"?"),
      ("ui.row { txt = 'a' }", "ui.row: unknown key \"txt\". Did you mean \"text\"?"),
      ("ui.row { detail = 'a' }", "ui.row: text is missing"),
      ("ui.row 'a'", "ui.row takes a table, got string"),
      ("ui.row { text = 'a', event = 1 }", "ui.row: event must be a string, got number 1"),
      ("ui.list(3, print)", "ui.list: what it lists must be a table, got number"),
      ("ui.list({})", "ui.list: the second argument must be a function, got nil"),
      (
        "ui.list({ 1 }, function() end)",
        "ui.list: the function must return a ui.row; for item 1 it returned nil"
      ),
      ("ui.table { columns = {}, rows = {} }", "ui.table: columns must name at least one"),
      ("ui.table { columns = { 'a' } }", "ui.table: rows is missing"),
      (
        "ui.table { columns = { { title = 'a', align = 'rigth' } }, rows = {} }",
        "ui.table: align must be \"left\" or \"right\", got \"rigth\". Did you mean \"right\"?"
      ),
      ("ui.table { columns = { 'a' }, rows = { 1 } }", "ui.table: row 1 must be a list of cells, got number"),
      (
        "ui.table { columns = { 'a' }, rows = { { evnt = 'tap' } } }",
        "ui.table: row 1: unknown key \"evnt\". Did you mean \"event\"?"
      ),
      (
        "ui.table { columns = { 'a' }, rows = { { {} } } }",
        "ui.table: row 1: 1 must be a string, a number or a boolean, got table"
      ),
      (
        "ui.table { columns = { 'a', 'b' }, rows = { { 1 }, { 1, 2, 3 } } }",
        "ui.table: row 2 has 3 cells, and the table 2 columns"
      ),
      ("ui.fields { { value = 1 } }", "ui.fields: label is missing"),
      (
        "ui.fields { label = 'Name', value = 'x' }",
        #"ui.fields: what it takes must be a list, { { label = … }, … }, got a table with the key "label""#
      ),
      (
        "ui.list({ a = 1 }, print)",
        #"ui.list: what it lists must be a list, { item, … }, got a table with the key "a""#
      ),
      (
        "ui.table { columns = { 'A' }, rows = { a = { 1 } } }",
        #"ui.table: rows must be a list, { row, … }, got a table with the key "a""#
      ),
      (
        "ui.fields { { label = 'a', key = 'my note' } }",
        "ui.fields: the key \"my note\" must be one word, by which one writes: :type WORD TEXT"
      ),
      (
        "ui.fields { { label = 'a', key = '' } }",
        "ui.fields: the key \"\" must be one word, by which one writes: :type WORD TEXT"
      ),
      ("ui.progress('a', 2)", "ui.progress: what is done must be a number, got string"),
      ("ui.button('a')", "ui.button: the event must be a string, got nil"),
    ])
  func wrong(element: String, message: String) throws {
    for body in ["  return { \(element) }", "  return \(element)"] {
      let app = try Self.app(body)
      #expect(failure { _ = try app.host.screen(rows: 1..<21) } == "a.lua:5: screen of a: \(message)")
    }
  }

  @Test("that returns something other than elements, fails or loops is reported")
  func broken() throws {
    for (body, message) in [
      ("return 'text'", "a.lua:4: screen of a: a screen gives a list of what ui makes, got string"),
      ("", "a.lua:4: screen of a: a screen gives a list of what ui makes, got nil"),
      (
        "return { text = 1 }",
        "a.lua:4: screen of a: a screen gives a list of what ui makes, got a table with the key \"text\""
      ),
      ("return { view.a.b }", "a.lua:5: screen of a: attempt to index a nil value (field 'a')"),
      ("ui.text = 1", "a.lua:5: screen of a: ui.text cannot be written"),
      (
        "local t = {} t[1] = t return t",
        "a.lua:4: screen of a: the elements are in too many lists; is one of these inside itself?"
      ),
      (
        "return ui.button('a', 'tap', { f = print })",
        "screen of a: [1].fields.f is a function; state, actions and results are plain data"
      ),
      (
        "return ui.fields { { label = 'A', event = 'typed' }, { label = 'a', event = 'typed' } }",
        "screen of a: two fields are called \"a\"\n  To fix this, give one of them a key"
      ),
    ] {
      let app = try Self.app(body)
      #expect(failure { _ = try app.host.screen(rows: 1..<21) } == message)
    }
  }

  @Test("has elements that scripts cannot change, including their rows")
  func sealed() throws {
    for write in ["list.first = math.maxinteger", "list.count = math.maxinteger", "list.kind = 'row'"] {
      let app = try Self.app(
        """
          local list
          list = ui.list({ 1, 2 }, function(row)
            \(write)
            return ui.row { text = row }
          end)
          return list
        """)
      #expect(
        failure { _ = try app.host.screen(rows: 1..<21) }
          == "a.lua:7: screen of a: what ui has made cannot be changed, nor its \"\(write.dropFirst(5).prefix { $0 != " " })\""
      )
    }
    #expect(try Self.elements("local row = ui.row { text = 1 } return { row.text or row }") == [.row(row("1"))])
  }

  @Test("needs a view, and a function that draws")
  func declaration() throws {
    for (body, message) in [
      (
        "name = 'a', screen = udf.screen(function() end)",
        "a.lua:3:15: udf.feature: a.screen shows a view state, and there is no view"
      ),
      ("name = 'a', screen = function() end", "a.lua:3:15: udf.feature: screen must be a screen, got function"),
      ("name = 'a', screen = udf.screen { }", "a.lua:3: udf.screen takes a function, got table"),
    ] {
      #expect(failure { _ = try TestHost(["a": Source.feature("  " + body)]) }.hasPrefix(message))
    }
  }

  @Test("of an app consists of those of all its features, in order, with consecutive numbers")
  func several() throws {
    func feature(_ name: String) -> String {
      Source.feature(
        """
          name = "\(name)", state = { n = 0 }, events = { tap = "add" }, view = function() return {} end,
          reduce = { add = function(state) state.n = state.n + 1 end },
          screen = udf.screen(function(_, ui) return { ui.button("\(name)", "tap") } end),
        """)
    }
    let app = try TestHost(["a": feature("a"), "counter": Source.counter, "b": feature("b")])
    let screen = try app.host.screen(rows: 1..<21)
    #expect(screen.targets.map { "\($0.number) \($0.event)" } == ["1 a.tap", "2 b.tap"])
    try app.host.tap(2, on: screen)
    #expect(try app.state("b.n") == 1)
  }

  @Test("is reported as missing")
  func missing() throws {
    let app = try TestHost(["counter": Source.counter])
    #expect(
      failure { _ = try app.host.screen(rows: 1..<21) } == """
        screen: no feature has one
          To fix this, add it: screen = udf.screen(function(view, ui) … end)
        """)
  }

  @Test("of features in Swift and of entities can be added by the app")
  func entities() throws {
    let app = try TestHost([
      "users": """
      return require("udf").entities {
        name = "users", key = "id",
        view = function(state) return state.rows end,
        screen = require("udf").screen(function(view, ui)
          return ui.list(view, function(user) return ui.row { text = user.name } end)
        end),
      }
      """
    ])
    try app.run("users.upsert{ rows = { { id = 1, name = 'Ada' }, { id = 2, name = 'Bob' } } }")
    let rows = [row("Ada"), row("Bob")]
    #expect(try app.host.screen(rows: 1..<21).elements == [.list(ScreenRows(rows: rows, first: 1, count: 2))])
  }
}
