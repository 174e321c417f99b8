import Testing

@Suite("Values, effects and actions at a terminal")
struct LookingTerminalTests {
  private let folder = AppFolder()

  @Test(":print shows a value page by page: Return continues, q or any other line ends it")
  func pages() throws {
    let terminal = try Terminal(folder, "--no-color", columns: 40, rows: 10)
    try terminal.waitForPrompt()
    _ = try terminal.enter("list = {} for i = 1, 20 do list[i] = i .. (' wide'):rep(5) end")
    let first = try terminal.enter(":print list")
    #expect(first.count == 9)
    #expect(first.first == "{")
    #expect(first.last == "… 14 more lines · Return shows more")
    terminal.type("\n")
    try terminal.wait { $0.text.contains("… 6 more lines · Return shows more") && $0.cursorLine == "udf>" }
    #expect(terminal.screen.lines.contains(#"  "8 wide wide wide wide wide","#))
    #expect(try terminal.enter("1 + 1") == ["2"])
    #expect(try terminal.enter("") == [])
    #expect(try terminal.enter(":print list[1]") == [#""1 wide wide wide wide wide""#])
    #expect(!terminal.screen.text.contains("20 wide"))
    _ = try terminal.enter(":print list")
    #expect(try terminal.enter("q") == [])
    #expect(try terminal.enter("") == [])
  }

  @Test("effects and actions are printed in the window's width", arguments: [100, 50])
  func effects(columns: Int) throws {
    let terminal = try Terminal(folder, "--no-color", columns: columns)
    try terminal.waitForPrompt()
    _ = try terminal.enter("counter.later{ s = 3600 }")
    let listed = try terminal.enter(":effects")
    let words = listed.joined(separator: " ").split(separator: " ").filter { $0.contains { $0.isLetter || $0 == "#" } }
    #expect(words == ["effect", "of", "counter/later", "since", "s", "#1", "sleeps", "s", "more"])
    let action = try terminal.enter(":action 1")
    #expect(action.first == "#1 counter/later")
    for line in listed + action { #expect(line.count <= columns) }
    #expect(try terminal.enter(":cancel 1") == ["cancelled effect of counter/later"])
    #expect(try terminal.enter(":e") == ["no effect is running"])
    terminal.type(":action \t")
    try terminal.wait { $0.cursorLine == "udf> :action 1" }
  }

  @Test("a thousand effects are listed up to the window's height, with the number of the others")
  func many() throws {
    let terminal = try Terminal(folder, "--no-color", columns: 100, rows: 24)
    try terminal.waitForPrompt()
    _ = try terminal.enter(":trace off")
    _ = try terminal.enter("for i = 1, 1000 do counter.later{ s = 3600 } end")
    let lines = try terminal.enter(":effects")
    #expect(lines.count == 21)
    #expect(lines.last == "… 980 more")
  }

  @Test("changes have colours, unless NO_COLOR is set")
  func colours() throws {
    let coloured = try Terminal(folder)
    try coloured.waitForPrompt()
    _ = try coloured.enter("counter.push{ sku = 'A', qty = 1 } counter.inc{}")
    _ = try coloured.enter(":undo 2")
    for text in ["\u{1B}[32m+ {qty=1, sku=\"A\"}\u{1B}[0m", "\u{1B}[33m0 → 1\u{1B}[0m", "\u{1B}[31m- {qty=1"] {
      #expect(coloured.screen.raw.contains(text))
    }
    let plain = try Terminal(folder, environment: ["NO_COLOR": "1"])
    try plain.waitForPrompt()
    _ = try plain.enter("counter.inc{}")
    #expect(plain.screen.text.contains("counter.count: 0 → 1"))
    #expect(!plain.screen.raw.contains("m0 → 1"))
  }

  @Test("an indented element is tapped by its label")
  func indented() throws {
    let list = AppFolder(
      app: "return require(\"udf\").app { name = \"list\", features = { require \"features.list\" } }",
      features: [
        "list": """
        local udf = require "udf"
        return udf.feature {
          name = "list", state = { taken = "nothing" },
          events = { tap = "take" },
          reduce = { take = function(state) state.taken = "milk" end },
          view = function(state) return {} end,
          screen = udf.screen(function(view, ui)
            return { ui.list({ 1 }, function() return ui.row { text = "   milk", event = "tap" } end) }
          end),
        }
        """
      ])
    let terminal = try Terminal(list, "--no-color")
    try terminal.waitForPrompt()
    #expect(try terminal.enter(":tap mi").joined().contains(#"list.taken: "nothing" → "milk""#))
  }

  @Test("elements of the screen are tapped by their labels")
  func tap() throws {
    let shop = AppFolder.shop()
    let terminal = try Terminal(shop, "--no-color")
    try terminal.waitForPrompt()
    #expect(try terminal.enter(#":tap "item 2""#).joined().contains(#"shop.last: "nothing" → "item 2""#))
    #expect(
      try terminal.enter(":tap item") == [
        #":tap: 3 rows and buttons begin with "item": 1, 2, 3"#, "  To fix this, give the number: :tap 1",
      ])
    #expect(
      try terminal.enter(#":tap "item 22""#) == [
        #":tap: nothing here is labelled "item 22". Did you mean "item 2"?"#
      ])
    #expect(
      try terminal.enter(":tap").joined(separator: " ")
        == ":tap: takes the number that stands before a row or button, or its label")
    terminal.type(":tap \"Mo\t\n")
    try terminal.wait { $0.text.contains(#"udf> :tap "More""#) && $0.text.contains("shop/grow") }
    try terminal.waitForPrompt()
    #expect(try terminal.enter(":tap mor").first?.contains("shop/grow") == true)
  }

  @Test("a recalled entry with more lines than the window is drawn in part, wherever the cursor is")
  func recalled() throws {
    let terminal = try Terminal(folder, "--no-color", columns: 40, rows: 6)
    try terminal.waitForPrompt()
    terminal.type("x = {\n")
    try terminal.wait { $0.cursorLine == "...>" }
    for number in 1...9 {
      terminal.type("'line \(number)',\n")
      try terminal.wait { $0.cursorLine == "...>" && $0.lines.contains { $0.hasSuffix("'line \(number)',") } }
    }
    terminal.type("}\n")
    try terminal.waitForPrompt()
    terminal.type("\u{1B}[A")
    try terminal.wait { $0.lines.suffix(5) == ["udf> 'line 6',", "'line 7',", "'line 8',", "'line 9',", "}"] }
    terminal.type("\u{1}")
    try terminal.wait { screen in
      screen.lines[screen.row...].prefix(5) == ["udf> x = {", "'line 1',", "'line 2',", "'line 3',", "'line 4',"]
    }
    terminal.type("\u{5}\u{15}")
    try terminal.waitForPrompt()
    #expect(try terminal.enter("#x") == ["9"])
  }
}
