import HostTesting
import Testing
import UDFHost
import UDFTooling

@Suite("a computed value")
struct ComputedTests {
  private static func app(_ features: KeyValuePairs<String, String> = [:]) throws -> TestHost {
    let app = try TestHost(features.isEmpty ? ["cart": Counted.cart, "counter": Source.counter] : features)
    app.forgetEvents()
    return app
  }

  @Test("is computed only if it is read after an input has changed")
  func runs() throws {
    let app = try Self.app()
    try app.run("for i = 1, 5 do cart.add{ sku = 's' .. i, qty = i } end")
    #expect(Counted.runs(app) == [])
    for _ in 1...3 { #expect(try app.host.computed("cart.total") == 15) }
    #expect(Counted.runs(app) == ["many", "total"])
    try app.run("cart.note{ text = 'x' }; counter.inc{}")
    #expect(try app.host.computed("cart.total") == 15)
    #expect(Counted.runs(app) == [])
    try app.run("cart.least{ qty = 4 }")
    #expect(try app.host.computed("cart.total") == 9)
    #expect(Counted.runs(app) == ["many", "total"])
    try app.run("cart.least{ qty = 4 }; cart.qty{ at = 1, qty = 7 }")
    #expect(try app.host.computed("cart.total") == 16)
    #expect(try app.host.computed("cart.first") == "s1")
    #expect(Counted.runs(app) == ["many", "total", "first"])
    // Another item is the first, whose name is the same.
    try app.run("cart.first{ sku = 's1' }")
    #expect(try app.host.computed("cart.first") == "s1")
    #expect(Counted.runs(app) == [])
  }

  @Test("is correct after an undo, a redo, a refused action and a reload")
  func travels() throws {
    let app = try Self.app()
    try app.run("cart.add{ sku = 'a', qty = 2 }")
    #expect(try app.host.computed("cart.total") == 2)
    #expect(app.failure("cart.fails{}") != "")
    #expect(try app.host.computed("cart.total") == 2)
    _ = try app.host.undo()
    #expect(try app.host.computed("cart.total") == 0)
    _ = try app.host.redo()
    #expect(try app.host.computed("cart.total") == 2)
    try app.save(Counted.cart.replacing("total + item.qty", with: "total + 10 * item.qty"), to: "cart")
    #expect(app.saved("cart")?.ok == true)
    #expect(try app.host.computed("cart.total") == 20)
    #expect(app.host.reload(reset: true).ok)
    #expect(try app.host.computed("cart.total") == 0)
  }

  @Test("can be read at the prompt, in effects and from Swift")
  func places() throws {
    let app = try Self.app([
      "a": Source.feature(
        """
          name = "a", state = { n = 2, seen = "" },
          reduce = { seen = function(state, action) state.seen = action.text end },
          computed = { twice = { "n", function(n) return { n, n * 2 } end }, odd = { "n", function(n) return n % 2 == 1 end } },
          effects = { look = function(cx) cx.send { type = "seen", text = cx.computed.twice[2] .. tostring(cx.computed.odd) } end },
        """),
      "counter": Source.counter,
    ])
    #expect(try app.run("computed.a.twice[2]") == 4)
    #expect(try app.run("computed.a") == ["odd": false, "twice": [2, 4]])
    #expect(try app.run("computed") == ["a": ["odd": false, "twice": [2, 4]]])
    try app.run("a.look{}")
    #expect(try app.state("a.seen") == "4false")
    #expect(try app.host.computed("a") == ["odd": false, "twice": [2, 4]])
    #expect(try app.host.computed() == ["a": ["odd": false, "twice": [2, 4]]])
    #expect(app.host.features[0].computed == ["odd", "twice"])
    #expect(
      failure { _ = try app.host.computed("a.twise") }
        == "computed: there is no \"a.twise\". Did you mean \"a.twice\"?")
    #expect(failure { _ = try app.host.computed("b") } == "computed: there is no \"b\". Known names: a.")
    #expect(
      app.failure("computed.a.twice = 3")
        == "prompt:1: computed.twice cannot be written: it is computed from the state")
  }

  @Test("cannot be changed by a view, which can still keep tables of the state")
  func frozen() throws {
    let source = """
        name = "a", state = { items = { { n = 1 }, { n = 2 } } },
        reduce = { set = function(state, action) state.items[1].n = action.n end },
        computed = { list = { "items", function(items) return { first = items[1], numbers = { 1, 2 } } end } },
      """
    for (view, message) in [
      (
        "computed.list.numbers[1] = 7",
        "item 1 is read-only: it is computed from the state and reused. To fix this, change a copy"
      ),
      (
        "table.insert(computed.list.numbers, 7)",
        "this list is read-only: it is computed from the state and reused. To fix this, change a copy"
      ),
      ("computed.list.first.n = 7", "a.items[1].n is read-only here: only the reducers of 'a' may write it"),
      ("computed.list = 7", "computed.list cannot be written: it is computed from the state"),
      ("return computed.lists", "a has no computed value \"lists\". Did you mean \"list\"?"),
    ] {
      let app = try Self.app(["a": Source.feature(source + "  view = function(_, computed) \(view) end,")])
      #expect(failure { _ = try app.host.view(of: "a") } == "a.lua:5: view of a: \(message)")
      #expect(try app.host.computed("a.list") == ["first": ["n": 1], "numbers": [1, 2]])
      try app.run("a.set{ n = 5 }")
      #expect(try app.state("a.items[1].n") == 5)
      #expect(try app.host.computed("a.list") == ["first": ["n": 5], "numbers": [1, 2]])
    }
  }

  @Test("reports its error with its name at each read, and is computed again after a change of its input")
  func fails() throws {
    let app = try Self.app()
    let message = "cart.lua:29: cart: computed.broken: attempt to index a nil value (field 'missing')"
    for _ in 1...2 { #expect(failure { _ = try app.host.computed("cart.broken") } == message) }
    #expect(app.failure("computed.cart.broken") == message)
    let other = try Self.app([
      "a": Source.feature(
        """
          name = "a", state = { n = 1 },
          reduce = { set = function(state, action) state.n = action.n end },
          computed = {
            small = { "n", function(n) if n > 1 then error("too big") end return n end },
            more = { "n", "computed.small", function(_, small) return small + 1 end },
            odd = { "n", function() return print end },
          },
          view = function(_, computed) return computed.more end,
        """)
    ])
    #expect(try other.host.view(of: "a") == 2)
    try other.run("a.set{ n = 2 }")
    for _ in 1...2 {
      #expect(failure { _ = try other.host.view(of: "a") } == "a.lua:6: view of a: computed.small: too big")
    }
    try other.run("a.set{ n = 1 }")
    #expect(try other.host.view(of: "a") == 2)
    let text = "the result cannot be a function: it is plain data (nil, boolean, number, string, table)"
    #expect(
      failure { _ = try other.host.computed("a.odd") }
        == "a.lua:2: a: computed.odd: \(text)")
    // Whoever reads it is not to blame.
    #expect(other.failure("computed.a.odd") == "a.lua:2: a: computed.odd: \(text)")
  }

  @Test("can depend on fields of a feature in Swift")
  func native() throws {
    let app = try TestHost([
      "app": """
      local udf = require "udf"
      return udf.app { name = "t", features = { udf.native("todos", {
        computed = { open = { "items", function(items)
          print("open")
          local open = 0
          for _, todo in ipairs(items) do if not todo.done then open = open + 1 end end
          return open
        end } },
      }) } }
      """
    ]) { $0.features = [Todos()] }
    app.forgetEvents()
    try app.run("todos.add{ id = 'a', title = 'A' } todos.add{ id = 'b', title = 'B' }")
    #expect(try app.host.computed("todos.open") == 2)
    try app.run("todos.toggle{ id = 'a' } todos.inc{ by = 1 }")
    #expect(try app.host.computed("todos.open") == 1)
    _ = try app.host.computed("todos.open")
    _ = try app.host.undo()
    _ = try app.host.undo()
    #expect(try app.host.computed("todos.open") == 2)
    #expect(Counted.runs(app) == ["open", "open", "open"])
  }

  static let refusals: [(declaration: String, text: String)] = [
    ("computed = { n = 7 }", "udf.feature: a.computed.n must be a table, got number 7"),
    (
      "computed = { n = { 'items' } }",
      "udf.feature: a.computed.n must end with a function: { \"path\", …, function }"
    ),
    (
      "computed = { n = { function() end } }",
      "udf.feature: a.computed.n names no input: { \"path\", …, function }"
    ),
    (
      "computed = { n = { 'items..x', function() end } }",
      "udf.feature: a.computed.n: input 1 must be a path into the own state, \"items\" or \"filter.text\", got \"items..x\""
    ),
    (
      "computed = { n = { 'computed.m', function() end }, mm = { 'items', function() end } }",
      "udf.feature: a.computed.n: there is no computed value \"m\". Known names: mm, n."
    ),
    (
      "computed = { n = { 'computed.m', function() end }, m = { 'computed.n', function() end } }",
      "udf.feature: a.computed.m depends on itself: m → n → m"
    ),
    ("reactions = { n = function() end }", "udf.feature: a.reactions.n must be a table, got function"),
    (
      "reactions = { n = { 'items', 7 } }",
      "udf.feature: a.reactions.n must end with a function or a policy: { \"path\", …, function }"
    ),
    (
      "computed = { n = { 'itmes', function() end } }",
      "a: computed.n: the initial state has no \"itmes\". Did you mean \"items\"?"
    ),
    (
      "reactions = { n = { 'items', 'flter.text', function() end } }",
      "a: reactions.n: the initial state has no \"flter\". Did you mean \"filter\"?"
    ),
    (
      "reads = { 'b' }, computed = { n = { 'items', 'b.count', function() end } }",
      "udf.feature: a.computed.n: input 2 must be a path into the own state, and \"b.count\" is outside of it. To fix this, read other features in the view or in an effect: with reads, both get others"
    ),
    (
      "reactions = { n = { 'others.b.count', function() end } }",
      "udf.feature: a.reactions.n: input 1 must be a path into the own state, and \"others.b.count\" is outside of it. To fix this"
    ),
  ]

  @Test("with an unknown input is refused when the app loads", arguments: refusals)
  func refused(_ declaration: String, _ text: String) throws {
    let feature = Source.feature("  name = 'a', state = { items = udf.list {}, filter = {} }, \(declaration),")
    let message = failure {
      _ = try TestHost(["a": feature, "b": Source.feature("  name = 'b', state = { count = 0 },")])
    }
    #expect(message.split(separator: "\n")[0].contains(text), "\(message)")
    #expect(message.hasPrefix("a.lua:"))
  }

  @Test("may depend on a field that is nil at first, also if it is called like a feature")
  func absent() throws {
    let app = try Self.app([
      "a": Source.feature(
        """
          name = "a", state = { items = udf.list {} }, reads = { "b" },
          reduce = { fail = function(state) state.b = "no" end },
          computed = { text = { "b", "deep.path.of", function(problem, deep) return (problem or "fine") .. tostring(deep) end } },
        """),
      "b": Source.feature("  name = 'b', state = { count = 0 },"),
    ])
    #expect(try app.host.computed("a.text") == "finenil")
    try app.run("a.fail{}")
    #expect(try app.host.computed("a.text") == "nonil")
  }
}
