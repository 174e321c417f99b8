import HostTesting
import LuaRuntime
import Testing
import UDFHost

@Suite("a line at the prompt")
struct PromptTests {
  @Test(
    "with a misspelt name gets a suggestion",
    arguments: [
      ("stat.cart", "prompt:1: attempt to index a nil value (global 'stat')\n  Did you mean \"state\"?"),
      ("crat.add{}", "prompt:1: attempt to index a nil value (global 'crat')\n  Did you mean \"cart\"?"),
      ("prnt(1)", "prompt:1: attempt to call a nil value (global 'prnt')\n  Did you mean \"print\"?"),
      ("zzzz.x", "prompt:1: attempt to index a nil value (global 'zzzz')\n  The features are: cart, counter."),
      (
        "send { type = 'cart/add' }",
        "prompt:1: attempt to call a nil value (global 'send')\n"
          + "  Here dispatch { type = \"…\" } sends an action, as FEATURE.ACTION { … } does."
      ),
      (
        "nav.pop()",
        "prompt:1: attempt to index a nil value (global 'nav')\n"
          + "  This app has no flow; flow = udf.flow { … } in udf.app declares one."
      ),
      (
        "dofile('x')",
        "prompt:1: attempt to call a nil value (global 'dofile')\n"
          + "  Scripts reach outside of the app only through services; services? lists them."
      ),
      (
        "require 'udf'",
        "prompt:1: attempt to call a nil value (global 'require')\n"
          + "  Only the app's files can require others; udf is available here without require."
      ),
      ("state.nothing.x", "prompt:1: attempt to index a nil value (field 'nothing')"),
    ])
  func misspelt(line: String, text: String) throws {
    let app = try TestHost(["cart": Source.cart, "counter": Source.counter])
    #expect(app.failure(line) == text)
  }

  @Test("formats a time of the clock, whose seconds have fractions")
  func date() throws {
    let app = try TestHost(["counter": Source.counter])
    #expect(try app.run("os.date('!%F %T', 86399.75)") == "1970-01-01 23:59:59")
    #expect(try app.run("os.date('!%T', -0.5)") == "23:59:59")
    #expect(app.failure("os.date('!%T', 0/0)").contains("number has no integer representation"))
  }

  @Test("that computes too long is stopped; its earlier changes stay, and waiting does not count")
  func budget() throws {
    let app = try TestHost(["counter": Source.counter]) { $0.lineBudget = 0.2 }
    #expect(
      app.failure("counter.inc{} while true do end") == """
        prompt:1: stopped: the time budget of 0.2 s is spent
          Its earlier changes are kept.
          To fix this, do less in one line, or allow it more time: --time-limit SECONDS
        """)
    #expect(try app.state("counter.count") == 1)
    #expect(try app.run("1 + 1") == 2)
    #expect(app.failure("pcall(function() while true do end end)").hasPrefix("prompt:1: stopped: "))
    let endless = "for i = 1, 1e9 do counter.inc{} end"
    // The budget may end in the reducer.
    #expect(app.failure(endless).contains(": stopped: the time budget of 0.2 s is spent"))
    #expect(try app.run("state.counter.count").integer ?? 0 > 1)
  }

  @Test("prints a table as Lua source, and everything else as tostring does")
  func printing() throws {
    let app = try TestHost(["cart": Source.cart])
    try app.run("print({ qty = 2, ['odd key'] = { 1, 2.5 } }, nil, 'a\\tb', 3, {})")
    try app.run("print(setmetatable({}, { __tostring = function() return 'own text' end }))")
    try app.run("print(state)")
    try app.run("print()")
    try app.run("print({ 1, x = 2, [1.5] = 3, [true] = 4 })")
    #expect(
      app.prints == [
        "{ [\"odd key\"] = { 1, 2.5 }, qty = 2 }\tnil\ta\tb\t3\t{}", "own text",
        "{ cart = \(LuaText.written(try app.state("cart"))) }", "", "{ [1.5] = 3, [1] = 1, [true] = 4, x = 2 }",
      ])
  }

  @Test("can be completed with the keys of a chain of accesses, and completion sends nothing")
  func keys() throws {
    let app = try TestHost(["counter": Source.counter])
    try app.run("own = { b = { c = 1 }, a = 2, [1] = 3 }")
    try app.run("{ rows = {} }")
    try app.run("sends = setmetatable({}, { __pairs = function() counter.inc{} end })")
    #expect(app.host.promptKeys(of: "own") == ["a", "b"])
    #expect(app.host.promptKeys(of: "own.b") == ["c"])
    #expect(app.host.promptKeys(of: "it") == ["rows"])
    #expect(app.host.promptKeys(of: "utf8").contains("char"))
    for chain in ["sends", "nothing", "own.a", "own.", "own) while true do end --"] {
      #expect(app.host.promptKeys(of: chain) == [])
    }
    #expect(try app.state("counter.count") == 0)
    #expect(try app.run("it.rows") == [:])
  }

  @Test("that is neither an expression nor a statement gets the error of the intended kind")
  func syntax() throws {
    let app = try TestHost(["counter": Source.counter])
    #expect(app.failure("1 +* 2") == "prompt:1: unexpected symbol near '*'")
    #expect(app.failure("{1,,2}") == "prompt:1: unexpected symbol near ','")
    #expect(app.failure("x = = 3") == "prompt:1: unexpected symbol near '='")
    #expect(app.failure("x = 'it is") == "prompt:1: unfinished string near <eof>")
    #expect(app.failure("\"it is") == "prompt:1: unfinished string near <eof>")
  }

  @Test("that ends a chunk is its value if it is an expression, and errors have the right line numbers")
  func lastLine() throws {
    let app = try TestHost(["counter": Source.counter])
    #expect(try app.run("counter.inc{ by = 2 }\nstate.counter.count") == 2)
    #expect(try app.run("local n = 3\n\nn + 1  -- one more\n\n") == 4)
    #expect(try app.run("it") == 4)
    #expect(app.failure("local n = {}\nn.x.y") == "prompt:2: attempt to index a nil value (field 'x')")
    for unfinished in ["for i = 1, 2 do\ni", "x = {\n1", "x =\n"] {
      #expect(app.failure(unfinished) == "")
      #expect(throws: HostError(code: "incomplete", message: "\(unfinished): incomplete")) { try app.run(unfinished) }
    }
    #expect(app.failure("local x = 1\n1 +* 2") == "prompt:2: unexpected symbol near '1'")
  }

  @Test("that is only view shows the views of all features, and pairs iterates over them")
  func views() throws {
    let app = try TestHost(["cart": Source.cart, "counter": Source.counter])
    #expect(try app.run("view") == ["counter": ["label": "count is 0"]])
    #expect(try app.run("(function() for name in pairs(view) do return name end end)()") == "counter")
    #expect(try app.run("{}") == [:])
  }

  @Test("sets `it` for the next lines, unless its value is nil")
  func last() throws {
    let app = try TestHost(["counter": Source.counter])
    #expect(try app.run("it") == .none)
    #expect(try app.run("6 * 7, 'second'") == 42)
    #expect(app.failure("error('x')") == "prompt:1: x")
    #expect(app.failure("1 +* 2") == "prompt:1: unexpected symbol near '*'")
    for line in ["nil", "local x = 3", "counter.inc()", "it"] { try app.run(line) }
    #expect(app.host.reload(reset: false).ok)
    #expect(app.host.reload(reset: true).ok)
    #expect(try app.run("it") == 42)
    #expect(try app.run("false") == false)
    #expect(try app.run("it") == false)
    try app.run("it = 7")
    #expect(try app.run("it + 1") == 8)
    #expect(try app.run("it") == 8)
    try app.run("state.counter")
    try app.run("counter.inc()")
    #expect(try app.run("it.count") == 1)
  }

  @Test("that would hide a name of the prompt is refused, also in a function; a local may have any name")
  func hiding() throws {
    let app = try TestHost(["counter": Source.counter])
    func refusal(_ name: String) -> String {
      "prompt:1: '\(name)' is already defined and cannot be written. To fix this, choose another name"
    }
    #expect(app.failure("counter = state.counter") == refusal("counter"))
    #expect(app.failure("function state() end") == refusal("state"))
    #expect(app.failure("_G.print = nil") == refusal("print"))
    #expect(try app.run("local counter = state.counter return counter.count") == 0)
    try app.run("mine = 1; mine = mine + 1")
    #expect(try app.run("mine") == 2)
  }

  @Test("that passes more than fields to an action, or calls it with a colon, is refused")
  func arguments() throws {
    let app = try TestHost(["counter": Source.counter])
    for line in ["counter.inc({ by = 1 }, { by = 2 })", "counter:inc{ by = 1 }", "counter.inc(nil, { by = 2 })"] {
      #expect(
        app.failure(line)
          == "prompt:1: counter.inc takes one table of fields, called with a dot and not a colon: counter.inc{ name = value }, got 2 arguments"
      )
    }
    #expect(
      app.failure("counter:inc()")
        == "prompt:1: counter.inc takes a plain table of fields: counter.inc{ name = value }; this one has a metatable, as in a call with a colon"
    )
    #expect(try app.state("counter.count") == 0)
  }

  @Test("can settle only for a number of seconds")
  func settle() throws {
    let app = try TestHost(["counter": Source.counter])
    #expect(
      app.failure("settle('x')") == "prompt:1: settle takes seconds, a number from 0 on, got string \"x\"")
    #expect(
      app.failure("settle(-1)") == "prompt:1: settle takes seconds, a number from 0 on, got number -1")
  }
}
