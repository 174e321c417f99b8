import HostTesting
import Testing
import UDFHost

@Suite("a mistake in a declaration is reported at its place:")
struct DeclarationTests {
  private static func feature(_ lines: String) -> String {
    failure { _ = try TestHost(["a": Source.feature(lines)]) }
  }

  private static func app(_ lines: String) -> String {
    failure {
      _ = try TestHost(["counter": Source.counter, "app": "local udf = require 'udf'\nreturn udf.app {\n\(lines)\n}"])
    }
  }

  /// The error with the two lines of source that show it.
  private static func shown(_ file: String, _ column: Int, _ text: String, _ before: String, _ line: String) -> String {
    """
    \(file):4:\(column): \(text)
       3 | \(before)
       4 | \(line)
         | \(String(repeating: " ", count: column - 1))^
    """
  }

  static let featureKeys: [(line: String, column: Int, text: String)] = [
    ("  acitons = {},", 3, "udf.feature: unknown key \"acitons\". Did you mean \"actions\"?"),
    ("  reduce = 7,", 3, "udf.feature: reduce must be a table, got number 7"),
    ("  view = {},", 3, "udf.feature: view must be a function, got table"),
    ("  reduce = { go = 7 },", 14, "udf.feature: a.reduce.go must be a function, got number 7"),
    ("  effects = { go = 'x' },", 15, "udf.feature: a.effects.go must be a function or a policy, got string \"x\""),
    ("  actions = { go = 'string' },", 15, "udf.feature: a.actions.go must be a table, got string \"string\""),
    ("  events = { tap = 7 },", 14, "udf.feature: a.events.tap must be a string, a function or false, got number 7"),
    (
      "  events = { tap = true },", 14,
      "udf.feature: a.events.tap must be a string, a function or false, got boolean true"
    ),
    ("  uses = { 7 },", 3, "udf.feature: a.uses[1] must be a name, got number 7"),
    ("  reduce = { function() end },", 3, "udf.feature: a.reduce has a list item [1]: it is a map from names"),
    ("  version = 1.5,", 3, "udf.feature: version must be an integer, got number 1.5"),
    ("  version = 0,", 3, "udf.feature: version must be 1 or more, got 0"),
    ("  version = '1',", 3, "udf.feature: version must be an integer, got string \"1\""),
  ]

  @Test("an action with a value without a name is refused, and the error shows how to name it")
  func unnamed() throws {
    let app = try TestHost(["counter": Source.counter])
    #expect(
      app.failure("counter.inc{ 2 }")
        == "prompt:1: plain data cannot be a map with a value without a name: name it, { name = value }")
  }

  @Test("a key of a feature", arguments: featureKeys)
  func featureKey(_ line: String, _ column: Int, _ text: String) {
    #expect(Self.feature("  name = \"a\",\n\(line)") == Self.shown("a.lua", column, text, "  name = \"a\",", line))
  }

  @Test("a value that is not a table, no name, and a name that is a word of Lua or already used")
  func names() {
    #expect(
      failure { _ = try TestHost(["a": "local udf = require 'udf'\nreturn udf.feature 'a'"]) }
        == "a.lua:2: udf.feature takes a table, got string")
    #expect(Self.feature("  state = {},") == "a.lua:2: udf.feature: name is missing")
    #expect(
      Self.feature("  state = {},\n  name = 'state',")
        == Self.shown(
          "a.lua", 3, "udf.feature: the name \"state\" is taken by the console; choose another", "  state = {},",
          "  name = 'state',"))
    #expect(
      Self.feature("  state = {},\n  name = 'goto',")
        == Self.shown(
          "a.lua", 3, "udf.feature: the name \"goto\" is a word of Lua; choose another", "  state = {},",
          "  name = 'goto',"))
  }

  static let wholes: [(line: String, column: Int?, text: String)] = [
    (
      "name = 'a', actions = { add = {} }, reduce = { ad = function() end }", 48,
      "\"ad\" is handled but not declared in actions. Did you mean \"add\"?"
    ),
    (
      "name = 'a', actions = { add = {} }, effects = { ad = function() end }", 49,
      "\"ad\" is handled but not declared in actions. Did you mean \"add\"?"
    ),
    (
      "name = 'a', actions = { add = { qty = 'nubmer' } }", 33,
      "actions.add.qty: unknown type \"nubmer\". Did you mean \"number\"?"
    ),
    (
      "name = 'a', actions = { set = { to = { 'open', 'closed' } } }", 33,
      "actions.set.to: { \"open\", \"closed\" } is not a type: a list type has one item. "
        + "Did you mean udf.enum { \"open\", \"closed\" }?"
    ),
    (
      "name = 'a', actions = { set = { to = { 'open' } } }", 33,
      "actions.set.to: unknown type \"open\". Did you mean udf.enum { \"open\" }?"
    ),
    (
      "name = 'a', actions = { set = { to = string } }", 33,
      "actions.set.to: a library or another table of functions is not a type. Write a type in quotes: \"string\""
    ),
    (
      "name = 'a', actions = { set = { to = { 'strng' } } }", 33,
      "actions.set.to: unknown type \"strng\". Did you mean \"string\"?"
    ),
    (
      "name = 'a', actions = { set = { to = { 'string?' } } }", 33,
      "actions.set.to: an item of a list cannot be left out: use { \"string\" }, "
        + "or udf.maybe { \"string\" } if the list can be left out"
    ),
    (
      "name = 'a', actions = { add = { qty = 7 } }", 33,
      "actions.add.qty: a type is a word, a list or a record, got a number"
    ),
    (
      "name = 'a', actions = { add = { type = 'string' } }", 33,
      "actions.add.type: the name \"type\" is taken by the action's own type; choose another"
    ),
    (
      "name = 'a', reduce = { make = function() end }", 24,
      "the action name \"make\" is taken by the console, where a.make builds actions; choose another"
    ),
    (
      "name = 'a', actions = { start = { id = 'integer', by = 'string?' } }", 25,
      "actions.start: the host sends this action when the app starts, without id; choose another name"
    ),
    (
      "name = 'a', reduce = { add = function() end }, events = { tap = 'ad' }", 59,
      "events.tap: there is no action \"ad\". Did you mean \"add\"?"
    ),
    ("name = 'a', uses = { 'fiels' }", 13, "uses: there is no service \"fiels\". Did you mean \"files\"?"),
    ("name = 'aa', reads = { 'a' }", 14, "reads: there is no feature \"a\". Known names: aa."),
    (
      "name = 'a', reduce = { ['a/add'] = function() end, ['b/add'] = function() end, add = function() end }", nil,
      "\"b/add\": no feature has this action. Did you mean \"a/add\"?"
    ),
    (
      "name = 'a', state = { [7] = 1 }", nil,
      "the initial state: state has the number 7 for a key, neither a list 1..n nor a map with string keys: use tostring(id)"
    ),
  ]

  @Test("names that do not fit together", arguments: wholes)
  func whole(_ line: String, _ column: Int?, _ text: String) {
    let name = line.contains("'aa'") ? "aa" : "a"
    let expected =
      column.map { column in
        """
        a.lua:3:\(column): \(name): \(text)
           2 | return udf.feature {
           3 | \(line)
             | \(String(repeating: " ", count: column - 1))^
        """
      } ?? "a.lua:2: \(name): \(text)"
    #expect(Self.feature(line) == expected)
  }

  @Test("a wrong member of a table is found in that table, if another one has the same name")
  func sameName() {
    let line = "name = 'a', actions = { go = {} }, events = { tap = 'go' }, reduce = { go = 3 }"
    #expect(Self.feature(line).hasPrefix("a.lua:3:72: udf.feature: a.reduce.go must be a function, got number 3"))
  }

  @Test("types that udf.enum and udf.maybe cannot make")
  func types() {
    #expect(
      Self.feature("name = 'a', actions = { set = { to = udf.enum({ 'a' }, '?') } }")
        == "a.lua:3: udf.enum takes one list of strings. For a field that may be left out: udf.maybe(udf.enum { … })")
    #expect(
      Self.feature("name = 'a', actions = { set = { to = udf.maybe(7) } }")
        == "a.lua:3: udf.maybe takes the type of a field, such as { \"string\" }, got number 7")
  }

  @Test("a key in a variable at the variable, and a key that is made elsewhere at the feature")
  func elsewhere() {
    let head = "local udf = require 'udf'\nlocal actions = { add = { qty = 'nubmer' } }\n"
    let text = "a: actions.add.qty: unknown type \"nubmer\". Did you mean \"number\"?"
    #expect(
      failure { _ = try TestHost(["a": head + "return udf.feature { name = 'a', actions = actions }"]) } == """
        a.lua:2:27: \(text)
           1 | local udf = require 'udf'
           2 | local actions = { add = { qty = 'nubmer' } }
             |                           ^
        """)
    #expect(
      failure {
        _ = try TestHost(["a": head + "return udf.feature { name = 'a', actions = (function() return actions end)() }"])
      } == "a.lua:3: \(text)")
  }

  static let appKeys: [(line: String, column: Int, text: String)] = [
    ("  feautres = {},", 3, "udf.app: unknown key \"feautres\". Did you mean \"features\"?"),
    ("  middleware = 7,", 3, "udf.app: middleware must be a table, got number 7"),
    ("  features = { 7 },", 3, "udf.app: features[1] must be made by udf.feature, got number"),
    ("  features = { {} },", 3, "udf.app: features[1] must be made by udf.feature, got table"),
    ("  features = { a = 7 },", 3, "udf.app: features is a list, and has the key \"a\""),
    ("  features = {}, middleware = { 7 },", 18, "udf.app: middleware[1] must be made by udf.middleware, got number"),
    (
      "  features = { require 'counter', udf.feature { name = 'counter' } },", 3,
      "udf.app: two features are named \"counter\", at counter.lua:2 and app.lua:4; names are unique"
    ),
  ]

  @Test("a key of the app", arguments: appKeys)
  func appKey(_ line: String, _ column: Int, _ text: String) {
    #expect(Self.app("  name = \"test\",\n\(line)") == Self.shown("app.lua", column, text, "  name = \"test\",", line))
  }

  @Test("an app without a name or features, a value that is not an app, and an unknown grant")
  func apps() {
    #expect(Self.app("features = {}") == "app.lua:2: udf.app: name is missing")
    #expect(Self.app("name = 'x'") == "app.lua:2: udf.app: features is missing")
    #expect(
      failure { _ = try TestHost(["app": "return { name = 'x' }"]) }
        == "app.lua: must return the result of udf.app{ … }\n  To fix this, end it with: return udf.app { … }")
    #expect(
      Self.app("name = 'x', features = {}, grants = { file = {} }")
        .hasPrefix("app.lua:3:39: udf.app: grants.file is unknown. Did you mean \"files\"?\n"))
  }

  @Test("a file without the line that requires udf is told to add it")
  func udf() throws {
    #expect(
      failure { _ = try TestHost(["app": "return udf.app { name = 'shop', features = {} }"]) }
        == "app.lua:1: attempt to index a nil value (global 'udf')\n"
        + "  To fix this, begin the file with: local udf = require \"udf\"")
  }

  @Test("a middleware with an unknown key")
  func middleware() {
    #expect(
      Self.app("  name = \"test\", features = {},\n  middleware = { udf.middleware { befor = print } },")
        == Self.shown(
          "app.lua", 35, "udf.middleware: unknown key \"befor\". Did you mean \"before\"?",
          "  name = \"test\", features = {},", "  middleware = { udf.middleware { befor = print } },"))
  }

  @Test("a missing app")
  func noFile() {
    #expect(
      failure { _ = try AppHost(HostConfiguration(app: "/nowhere/app.lua")) }
        == "/nowhere/app.lua: there is no such file")
  }
}
