import Testing

@Suite("Watching, tracing and profiling at a terminal")
struct ObservingTests {
  private let folder = AppFolder()

  private func start(columns: Int = 80, rows: Int = 24) throws -> Terminal {
    let terminal = try Terminal(folder, "--no-color", columns: columns, rows: rows)
    try terminal.waitForPrompt()
    return terminal
  }

  @Test("a watched place is printed after each change, in the state and in a view, until the watch ends")
  func watch() throws {
    let terminal = try start()
    #expect(
      try terminal.enter(":watch counter.count view.counter.label") == [
        "[watch] counter.count: 0", #"[watch] view.counter.label: "count is 0""#,
      ])
    #expect(
      try terminal.enter("counter.inc{}").dropFirst() == [
        "   counter.count: 0 → 1", "[watch] counter.count: 0 → 1",
        #"[watch] view.counter.label: "count is 0" → "count is 1""#,
      ])
    #expect(try terminal.enter("counter.push{ sku = 'A', qty = 1 }").count == 2)
    #expect(try terminal.enter(":watch off view.counter.label") == ["no longer watched: view.counter.label"])
    #expect(try terminal.enter(":undo").count == 2)
    #expect(try terminal.enter(":watch") == ["[watch] counter.count: 1"])
    #expect(try terminal.enter(":watch off") == ["no longer watched: counter.count"])
    #expect(try terminal.enter(":watch") == ["nothing is watched; for example, :watch cart.total"])
    #expect(try terminal.enter("counter.inc{}").count == 2)
  }

  @Test("for a watched list, the changes inside it are printed")
  func watchList() throws {
    let terminal = try start()
    #expect(try terminal.enter(":watch counter.items") == ["[watch] counter.items: {}"])
    #expect(
      try terminal.enter("counter.push{ sku = 'A', qty = 1 }").last
        == #"[watch] counter.items  [1]: + {qty=1, sku="A"}"#)
    #expect(try terminal.enter(":undo").last == #"[watch] counter.items  [1]: - {qty=1, sku="A"}"#)
  }

  @Test("a mistake after :watch is reported")
  func mistyped() throws {
    let terminal = try start()
    #expect(
      try terminal.enter(":watch countr.count") == [
        "countr.count: there is no feature \"countr\". Did you mean \"counter\"?"
      ])
    #expect(
      try terminal.enter(":watch view.conter.label") == [
        "view: there is no feature \"conter\". Did you mean \"counter\"?"
      ])
    #expect(try terminal.enter(":watch counter.items[1].sku") == ["[watch] counter.items[1].sku: nil"])
    #expect(
      try terminal.enter("counter.push{ sku = 'A', qty = 1 }").last == #"[watch] counter.items[1].sku: + "A""#)
    _ = try terminal.enter(":watch counter.count")
    #expect(
      try terminal.enter(":watch off counter.cont") == [
        ":watch off: counter.cont is not watched. Did you mean \"counter.count\"?"
      ])
    #expect(try terminal.enter(":w [").count == 1)
  }

  @Test("only traced actions are printed, with the starts and ends of their effects; :trace default resets")
  func trace() throws {
    let terminal = try start()
    #expect(try terminal.enter(":trace") == ["traced: all actions"])
    #expect(try terminal.enter(":trace counter/later") == ["traced: counter/later, with effects"])
    #expect(try terminal.enter("counter.inc{}") == [])
    terminal.type("counter.later{ s = 0.02 }\n")
    try terminal.wait { $0.text.contains("effect of counter/later ended") && $0.cursorLine == "udf>" }
    #expect(terminal.screen.lines.contains("[trace] #2 effect of counter/later began"))
    #expect(terminal.screen.text.contains("[trace] #2 effect of counter/later ended  "))
    #expect(!terminal.screen.text.contains("counter/inc  "))
    #expect(try terminal.enter(":trace default") == ["traced: all actions"])
    #expect(try terminal.enter("counter.inc{}").count == 2)
    #expect(
      try terminal.enter(":trace conter") == [":trace: there is no action \"conter\". Did you mean \"counter\"?"])
    terminal.type(":trace counter/l\t")
    try terminal.wait { $0.cursorLine == "udf> :trace counter/later" }
  }

  @Test("the costs of reducers, views and effects are in a table that fits the window", arguments: [80, 40, 20])
  func profile(columns: Int) throws {
    let terminal = try start(columns: columns)
    _ = try terminal.enter(":prof on")
    for _ in 0..<3 { _ = try terminal.enter("counter.inc{}") }
    _ = try terminal.enter(":view counter")
    let table = try terminal.enter(":prof")
    #expect(table.count == 3)
    #expect(table.first?.trimmed.hasPrefix("total") == true)
    for row in table { #expect(row.count <= columns) }
    #expect(try terminal.enter(":prof of").first?.hasPrefix(":prof: takes on") == true)
  }

  @Test("a name with a question mark is described")
  func question() throws {
    let terminal = try start()
    #expect(
      try terminal.enter("counter.push?") == [
        "counter.push{qty = integer, sku = string}", "  reducer  features/counter.lua:14",
      ])
    #expect(
      try terminal.enter("counter/inc ?") == [
        "counter.inc{by = integer?}", "  event    counter.tap", "  reducer  features/counter.lua:13",
      ])
    #expect(try terminal.enter("counter?").first == "counter  features/counter.lua:2")
    #expect(try terminal.enter(":watch?").first == ":watch [PATH…]  (short: :w)")
    #expect(try terminal.enter("services.random.integer?").contains { $0.contains("random.integer(") })
    #expect(try terminal.enter("settle?").first == "settle([seconds])")
    #expect(
      try terminal.enter("udf.optional?") == [
        "udf.optional { … }", "  A feature that can be added and removed.", "  feature  The feature while it exists.",
        "  name     The name of the feature.",
      ])
    #expect(
      try terminal.enter("udf.list?") == [
        "udf.list(items: table): table",
        "  Marks a table as a list, so that an empty table is a list and not a map.",
      ])
    #expect(try terminal.enter("udf?").first == #"udf = require "udf""#)
    #expect(
      try terminal.enter("udf.feature?").prefix(2) == [
        "udf.feature { … }", "  Makes a feature, the result of a file.",
      ])
    #expect(try terminal.enter("test.store?") == ["udfhost reference test.store  describes it"])
    #expect(
      try terminal.enter("udf.fetaure?") == [
        "udf.fetaure?: there is nothing of this name. Did you mean \"udf.feature\"?"
      ])
    #expect(
      try terminal.enter("counter.pusch?") == [
        "counter.pusch?: there is nothing of this name. Did you mean \"counter.push\"?"
      ])
  }

  @Test("a name of functions alone is described as with a question mark")
  func functions() throws {
    let terminal = try start()
    for name in ["counter", "counter.push", "services.random", "services.random.integer", "udf", "udf.each"] {
      #expect(try terminal.enter(name) == terminal.enter("\(name)?"))
    }
    #expect(try terminal.enter("state.counter.items") == ["{}"])
    #expect(try terminal.enter("{}") == ["{}"])
    #expect(try terminal.enter("f = print") == [])
    #expect(try terminal.enter("f").first?.hasPrefix("function") == true)
  }

  @Test(":help describes a name as a question mark does, and a command too")
  func help() throws {
    let terminal = try start()
    for name in ["counter.push", "counter", "settle", "services.random.integer"] {
      #expect(try terminal.enter(":help \(name)") == terminal.enter("\(name)?"))
    }
    #expect(try terminal.enter(":help :state").first == ":state [PATH]  (short: :s)")
    #expect(try terminal.enter(":help state").first == ":state [PATH]  (short: :s)")
    #expect(
      try terminal.enter(":help counter.pusch") == [
        "counter.pusch?: there is nothing of this name. Did you mean \"counter.push\"?"
      ])
  }

  @Test(
    "in a window of 40 columns, lists and help are broken between words",
    arguments: [":help", ":help trace", ":ls", ":ls counter", ":ls services", "counter.push?", ":stat"])
  func narrow(line: String) throws {
    func words(_ columns: Int) throws -> [Substring] {
      try start(columns: columns, rows: 200).enter(line).flatMap { $0.split(separator: " ") }
    }
    #expect(try words(40) == words(200))
  }

  @Test("in a low window, :help is shown by pages, and Return shows the next one")
  func pages() throws {
    let terminal = try start(columns: 100)
    let first = try terminal.enter(":help")
    #expect(first.count == 23)
    #expect(first.last?.wholeMatch(of: /… \d+ more lines · Return shows more/) != nil, "\(first)")
    #expect(try terminal.enter("").last == "Everything else is Lua; `:help help` lists its names.")
  }
}

extension String {
  fileprivate var trimmed: Substring { drop { $0 == " " } }
}
