import Testing

@Suite("The screen at a terminal")
struct ScreenTests {
  private let folder = AppFolder.shop()

  private func start(columns: Int = 80) throws -> Terminal {
    let terminal = try Terminal(folder, "--no-color", columns: columns)
    try terminal.waitForPrompt()
    return terminal
  }

  private let shop = [
    "Shop", "taken: nothing", "Name  ▏", "[1] item 1", "[2] item 2", "[3] item 3", "[4] ‹More›",
  ]

  private func took(_ n: Int, _ item: String) -> [String] {
    let action = #"[event] #\#(n) shop/take {item="\#(item)"} ← shop.tap"#
    let change = #"shop.last: "nothing" → "\#(item)""#
    return action.count + 2 + change.count <= 80 ? ["\(action)  \(change)"] : [action, "   \(change)"]
  }

  @Test("can be shown, tapped and edited")
  func printed() throws {
    let terminal = try start()
    #expect(try terminal.enter(":screen") == shop)
    #expect(try terminal.enter(":tap 2") == took(1, "item 2"))
    #expect(try terminal.enter(":type name Anna Maria").last?.hasSuffix(#"shop.name: "" → "Anna Maria""#) == true)
    #expect(try terminal.enter(":screen").prefix(3) == ["Shop", "taken: item 2", "Name  Anna Maria▏"])
    #expect(try terminal.enter(":undo").count == 2)
    #expect(try terminal.enter(":screen")[2] == "Name  ▏")
  }

  @Test("shows as many rows of a long list as fit, and turns to others")
  func turning() throws {
    let terminal = try start()
    _ = try terminal.enter(":tap 4")
    let first = try terminal.enter(":screen")
    #expect(first.count == 20)
    #expect(first[3] == "[1]  item 1" && first[18] == "rows 1–15 of 10,000" && first[19] == "[16] ‹More›")
    #expect(try terminal.enter(":screen next")[3] == "[1]  item 16")
    #expect(try terminal.enter(":screen 9995")[3] == "[1]  item 9986")
    #expect(try terminal.enter(":screen prev")[3] == "[1]  item 9971")
    #expect(try terminal.enter(":tap 2") == took(2, "item 9972"))
    #expect(
      try terminal.enter(":screen nxt") == [
        ":screen: \"nxt\" is neither a row nor a word of it. Did you mean \"next\"?"
      ])
  }

  @Test("is above the prompt, and redrawn only after a change")
  func standing() throws {
    let terminal = try start()
    terminal.type(":screen on\n")
    try terminal.wait { $0.lines.suffix(8) == shop + ["udf>"] }
    terminal.type(":tap 1\n")
    try terminal.wait { $0.lines.contains("taken: item 1") && $0.cursorLine == "udf>" }
    #expect(terminal.screen.text.components(of: "Name  ▏").count == 2)
    #expect(terminal.screen.lines.suffix(9).first == took(1, "item 1").first)
    terminal.type("shop.later{}\n")
    try terminal.wait { $0.text.contains("#2 shop/later") && $0.cursorLine == "udf>" }
    terminal.type("half a li")
    try terminal.wait { $0.text.contains("taken: a gift") && $0.cursorLine == "udf> half a li" }
    #expect(terminal.screen.text.components(of: "Name  ▏").count == 2)
    terminal.type("\u{15}:type name Anna\n")
    try terminal.wait { $0.lines.suffix(6).first == "Name  Anna▏" && $0.cursorLine == "udf>" }
    terminal.type(":screen off\n")
    try terminal.wait { !$0.text.contains("[1] item 1") && $0.cursorLine == "udf>" }
    #expect(try terminal.enter("1") == ["1"])
    terminal.type(":screen on\n")
    try terminal.wait { $0.text.contains("[1] item 1") && $0.cursorLine == "udf>" }
    terminal.type("\u{4}")
    #expect(terminal.end() == 0)
    #expect(terminal.isRestored)
  }

  @Test("adapts to the window's size")
  func resize() throws {
    let terminal = try start()
    terminal.type(":screen on\n")
    try terminal.wait { $0.lines.suffix(8) == shop + ["udf>"] }
    terminal.resize(columns: 12)
    try terminal.wait { $0.lines.suffix(9).prefix(2) == ["Shop", "taken: not…"] && $0.cursorLine == "udf>" }
    terminal.resize(columns: 80)
    try terminal.wait { $0.lines.suffix(8) == shop + ["udf>"] }
  }

  @Test(
    "in a window with few rows gives them to the list",
    arguments: [
      (
        8,
        [
          "Shop", "taken: nothing", "Name  ▏", "[1] item 1", "rows 1–1 of 3", "[2] ‹More›",
        ]
      ),
      (7, ["[1] item 1", "[2] item 2", "[3] item 3", "[4] ‹More›", "… 3 more lines"]),
      (4, ["[1] item 1", "… 5 more lines"]), (2, ["[1] item 1"]),
    ])
  func small(rows: Int, shown: [String]) throws {
    let terminal = try Terminal(folder, "--no-color", columns: 30, rows: rows)
    try terminal.waitForPrompt()
    terminal.type(":screen on\n")
    try terminal.wait { $0.lines.suffix(shown.count + 1) == shown + ["udf>"] }
  }

  @Test("reports that it cannot be turned")
  func unturned() throws {
    let terminal = try start()
    #expect(try terminal.enter(":screen next") == [":screen next: these are the last rows"])
    #expect(try terminal.enter(":screen prev") == [":screen prev: these are the first rows"])
    _ = try terminal.enter(":tap 4")
    #expect(try terminal.enter(":screen next")[3] == "[1]  item 16")
    #expect(try terminal.enter(":screen 10000")[3] == "[1]  item 9986")
    #expect(try terminal.enter(":screen next") == [":screen next: these are the last rows"])
    let article = try Batch(AppFolder.journey(), "-e", ":nav /articles/7", "-e", ":screen next")
    #expect(article.error == ":screen next: there is no list to turn to other rows of\n")
  }

  @Test("reports an error of its drawing in its place, and returns after it is solved")
  func broken() throws {
    let terminal = try start()
    terminal.type(":screen on\n")
    try terminal.wait { $0.lines.suffix(8) == shop + ["udf>"] }
    terminal.type("shop.grow{} shop.take{ item = false }\n")
    try terminal.wait { $0.text.contains("screen of shop: attempt to concatenate a boolean value") }
    terminal.type("shop.take{ item = 'x' }\n")
    try terminal.wait { $0.text.contains("taken: x") && $0.cursorLine == "udf>" }
  }

  @Test("does not tap an element that was replaced after the user saw it")
  func changed() throws {
    let run = try Batch(
      folder, "--keep-going", "-e", ":screen", "-e", "shop.grow{}", "-e", ":tap 4", "-e", ":tap 1", "-e", ":tap 4",
      "-e", "state.shop.last")
    #expect(run.error == ":tap: 4 is \"item 4\" now. To fix this, look again: :screen\n")
    #expect(run.lines.last == "item 4")
  }

  @Test("completes its numbers with their labels and its fields")
  func completion() throws {
    let terminal = try start()
    terminal.type(":tap 4\t")
    try terminal.wait { $0.cursorLine == "udf> :tap 4 More" }
    #expect(try terminal.enter("") == ["[event] #1 shop/grow ← shop.more  shop.count: 3 → 10000"])
    #expect(try terminal.enter(":tap 4 More") == [":tap: 4 is \"item 4\" now. To fix this, look again: :screen"])
    terminal.type(":type n\t")
    try terminal.wait { $0.cursorLine == "udf> :type name" }
    // An empty line has nothing to complete.
    terminal.type("\u{15}\tx")
    try terminal.wait { $0.cursorLine == "udf> x" }
    terminal.type("\u{15}:screen o\t")
    try terminal.wait { $0.lines.contains("off  on") }
  }

  @Test("reports a mistyped command")
  func mistyped() throws {
    let terminal = try start()
    #expect(try terminal.enter(":tap 9") == ["tap: the screen has no 9. Its numbers go from 1 to 4."])
    #expect(
      try terminal.enter(":tap Moer") == [":tap: nothing here is labelled \"Moer\". Did you mean \"More\"?"])
    #expect(
      try terminal.enter(":type nam x") == ["type: the screen has no field \"nam\". Did you mean \"name\"?"])
    #expect(try terminal.enter(":type") == [":type: takes the name of a field and the text to write"])
  }

  @Test("stays below long output, and prints nothing twice")
  func printing() throws {
    let terminal = try start()
    terminal.type(":screen on\n")
    try terminal.wait { $0.lines.suffix(8) == shop + ["udf>"] }
    terminal.type("for i = 1, 30 do shop.take{ item = 'item ' .. i } end\n")
    try terminal.wait { $0.lines.contains("taken: item 30") && $0.cursorLine == "udf>" }
    terminal.type("shop.burst{}\n")
    try terminal.wait { $0.lines.contains("taken: burst 40") && $0.cursorLine == "udf>" }
    #expect(terminal.screen.text.components(of: "shop.last: \"burst").count == 40)
    #expect(terminal.screen.text.components(of: "Name  ▏").count == 2)
    #expect(terminal.screen.lines.suffix(9).first?.hasSuffix(#"shop.last: "burst 39" → "burst 40""#) == true)
  }

  @Test("is printed once without cursor movement, and coloured only on request")
  func plain() throws {
    let dumb = try Terminal(folder, environment: ["TERM": "dumb"])
    try dumb.wait { $0.cursorLine.hasSuffix("udf>") }
    dumb.type(":screen on\n")
    try dumb.wait(forText: ":screen on: needs a terminal. To fix this, print it: :screen")
    let coloured = try Terminal(folder)
    try coloured.waitForPrompt()
    _ = try coloured.enter(":screen")
    #expect(coloured.screen.raw.contains("\u{1B}[1mShop\u{1B}[0m"))
    let plain = try Terminal(folder, environment: ["NO_COLOR": "1"])
    try plain.waitForPrompt()
    #expect(try plain.enter(":screen") == shop)
    #expect(!plain.screen.raw.contains("\u{1B}[1m"))
  }

  @Test("in batch has 80 columns and 20 rows of each list, in JSON one line")
  func batch() throws {
    let text = try Batch(folder, input: ":tap 4\n:screen\n:tap 20\n:type name Anna\nstate.shop.last\n:screen 9999\n")
    #expect(text.error == "")
    #expect(text.lines.count == 51)
    #expect(text.lines[22...24] == ["[20] item 20", "rows 1–20 of 10,000", "[21] ‹More›"])
    #expect(text.lines[25] == "item 20")
    #expect(text.lines[27...29] == ["taken: item 20", "Name  Anna▏", "[1]  item 9981"])
    let json = try Batch(folder, "--json", "-e", ":screen")
    #expect(
      json.answers == [
        #"{"kind":"screen","lines":["Shop","taken: nothing","Name  ▏","[1] item 1","[2] item 2","[3] item 3","[4] ‹More›"]}"#
      ])
    let on = try Batch(folder, "-e", ":screen on")
    #expect(on.error == ":screen on: needs a terminal. To fix this, print it: :screen\n")
    #expect(on.code == 1)
  }
}
