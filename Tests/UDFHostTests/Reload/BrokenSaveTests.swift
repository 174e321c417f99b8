import HostTesting
import Testing
import UDFHost
import UDFTooling

@Suite("a save with an error")
struct BrokenSaveTests {
  private static let good = """
    local udf = require "udf"
    return udf.feature {
      name = "cart",
      state = { total = 0 },
      reduce = {
        add = function(state, action)
          state.total = state.total + action.price
        end,
      },
    }
    """

  /// The saved text, and all reports about it.
  static let broken: [(what: String, source: String, message: String, code: String, line: Int, column: Int?)] = [
    (
      "a syntax error", good.replacing("action.price", with: "(action price)"),
      """
      cart.lua:7:43: ')' expected near 'price'
         6 |     add = function(state, action)
         7 |       state.total = state.total + (action price)
           |                                           ^
      """, "syntax", 7, 43
    ),
    (
      "a missing end", good.replacing("    end,\n", with: ""),
      """
      cart.lua:8:3: unexpected symbol near '}'
         7 |       state.total = state.total + action.price
         8 |   },
           |   ^
      """, "syntax", 8, 3
    ),
    (
      "a missing bracket at the end", String(good.dropLast()),
      """
      cart.lua:10:1: unexpected symbol near <eof>
          9 |   },
         10 |
            | ^
      """, "syntax", 10, 1
    ),
    (
      "a jump that leads nowhere", good.replacing("state.total = state.total + action.price", with: "goto done"),
      """
      cart.lua:7:7: no visible label 'done' for <goto> at line 7
         6 |     add = function(state, action)
         7 |       goto done
           |       ^
      """, "syntax", 7, 7
    ),
    (
      "a break outside of a loop", "if true then\n  break\nend\n" + good,
      """
      cart.lua:2:3: break outside loop at line 2
         1 | if true then
         2 |   break
           |   ^
      """, "syntax", 2, 3
    ),
    (
      "an error at load", good.replacing("return udf", with: "local x = udf.missing.thing\nreturn udf"),
      "cart.lua:2: udf has no \"missing\".",
      "load", 2, nil
    ),
    (
      "an error table at load", "\nerror { code = 'x' }\n" + good,
      "cart.lua:2: an error table was raised: { code = \"x\" }", "load", 2, nil
    ),
    (
      "an error table with a message", "error { message = 'there is no cart' }", "cart.lua:1: there is no cart", "load",
      1, nil
    ),
    (
      "a misspelt key", good.replacing("reduce =", with: "redcue ="),
      """
      cart.lua:5:3: udf.feature: unknown key "redcue". Did you mean "reduce"?
         4 |   state = { total = 0 },
         5 |   redcue = {
           |   ^
      """, "load", 5, 3
    ),
    (
      "a key of another type", good.replacing("state = { total = 0 }", with: "state = 0"),
      """
      cart.lua:4:3: udf.feature: state must be a table, got number 0
         3 |   name = "cart",
         4 |   state = 0,
           |   ^
      """, "load", 4, 3
    ),
    (
      "a state with a function", good.replacing("total = 0", with: "total = 0, f = print"),
      "cart.lua:2: cart: the initial state: f is a function; state, actions and results are plain data",
      "load", 2, nil
    ),
    (
      "a written global", "total = 1\n" + good,
      """
      cart.lua:1: the global 'total' cannot be written: files share nothing but what they return. \
      To fix this, write: local total = …
      """, "load", 1, nil
    ),
    (
      "nothing returned", good.replacing("return udf", with: "local _ = udf"),
      "cart.lua: returns nothing\n  To fix this, end the file with: return …", "load", 0, nil
    ),
    (
      "a loop", "while true do end", "cart.lua:1: stopped: the time budget of 0.5 s is spent", "budget", 1,
      nil
    ),
    (
      "another name", good.replacing("\"cart\"", with: "\"no name\""),
      """
      cart.lua:3:3: udf.feature: name must be a Lua name (letters, digits, _), got "no name"
         2 | return udf.feature {
         3 |   name = "no name",
           |   ^
      """, "load", 3, 3
    ),
  ]

  @Test(
    "keeps the old code and names the position; the next good save replaces it",
    arguments: 0..<broken.count)
  func keepsRunning(_ index: Int) throws {
    let (what, source, message, code, line, column) = Self.broken[index]
    let app = try TestHost(["cart": Self.good]) { $0.timeBudget = 0.5 }
    try app.run("cart.add{ price = 2 }")
    let before = try app.state()
    let report = try #require(try app.reload("cart", as: source))
    let error = try #require(report.error)
    #expect(error.message == message, "\(what)")
    #expect(!report.ok)
    #expect(report.generation == 1)
    #expect(report.files == ["cart.lua"])
    #expect(error.code == code, "\(what)")
    #expect(error.file == "cart.lua")
    #expect(error.line == (line == 0 ? nil : line))
    #expect(error.column == column)
    #expect(try app.state() == before)
    try app.run("cart.add{ price = 1 }")
    #expect(try app.state("cart.total") == 3)

    #expect(try app.reload("cart", as: Self.good.replacing("action.price", with: "10 * action.price"))?.ok == true)
    try app.run("cart.add{ price = 1 }")
    #expect(try app.state("cart.total") == 13)
    #expect(app.host.generation == 2)
  }

  @Test("at the first load throws the same error, and there is no host")
  func firstLoad() throws {
    for (_, source, message, _, _, _) in Self.broken
    where !message.contains("budget") && !message.contains("initial state") {
      #expect(failure { _ = try TestHost(["cart": source]) } == message)
    }
  }

  @Test("none of them has › of one feature leaves no trace of another that came with it, and the old code goes on")
  func halfAdded() throws {
    let app = try TestHost(["cart": Self.good, "app": Source.app(["cart"])])
    try app.save(Source.counter, to: "counter")
    try app.save(Source.feature("name = 'bad', state = { f = print }"), to: "bad")
    #expect(try app.reload("app", as: Source.app(["counter", "cart", "bad"]))?.ok == false)
    #expect(try app.state() == ["cart": ["total": 0]])
    #expect(app.host.features.map(\.name) == ["cart"])
  }

  @Test("is still reported after a good save of another file")
  func staysBroken() throws {
    let app = try TestHost(["cart": Self.good, "counter": Source.counter])
    #expect(try app.reload("cart", as: Self.good + "}")?.ok == false)
    let report = try app.reload("counter", as: Source.counter + " ")
    #expect(report?.ok == false)
    #expect(report?.error?.file == "cart.lua")
  }

  @Test("does not hide another file that was saved meanwhile and not read")
  func unread() throws {
    let app = try TestHost(["cart": Self.good, "counter": Source.counter])
    #expect(try app.reload("cart", as: Self.good + "}")?.error?.file == "cart.lua")
    try app.save(Source.counter.replacing("by or 1", with: "by or 10"), to: "counter")
    #expect(app.saved("counter")?.error?.file == "cart.lua")
    #expect(try app.reload("cart", as: Self.good + "  ")?.files == ["cart.lua", "counter.lua"])
    try app.run("counter.inc()")
    #expect(try app.state("counter.count") == 10)
  }

  @Test("of a deleted file is reported, and solved when the file is back")
  func gone() throws {
    let app = try TestHost(["cart": Self.good])
    try app.folder.run("mv", "cart.lua", "away.lua")
    #expect(
      app.saved("cart")?.error?.message == "app.lua:2: require \"cart\": there is no file cart.lua")
    try app.folder.run("mv", "away.lua", "cart.lua")
    #expect(app.saved("cart")?.ok == true)
  }
}
