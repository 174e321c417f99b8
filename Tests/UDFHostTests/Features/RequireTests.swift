import HostTesting
import Testing
import UDFHost
import UDFTooling

@Suite("require")
struct RequireTests {
  private static func view(_ head: String, _ expression: String) -> String {
    """
    local udf = require "udf"
    \(head)
    return udf.feature { name = "a", view = function() return \(expression) end }
    """
  }

  @Test("finds a file in the app's folder by its dotted name, once for all callers, and returns one value")
  func nested() throws {
    let app = try TestHost([
      "a": Self.view(
        "local one, two = require 'lib.deep.one', require 'lib.two'",
        "{ same = one == two.one, n = one.n, count = two.count }"),
      "lib/deep/one": "return { n = 7 }, 'a second value'",
      "lib/two": """
      local count = select("#", require "lib.deep.one")
      return { one = require "lib.deep.one", count = count }
      """,
      "app": Source.app(["a"]),
    ])
    #expect(try app.host.view(of: "a") == ["count": 1, "n": 7, "same": true])
    #expect(app.host.files == ["a.lua", "app.lua", "lib/deep/one.lua", "lib/two.lua"])
  }

  @Test("returns false if the file does")
  func falseValue() throws {
    let app = try TestHost([
      "a": Self.view("local flag = require 'flag'", "{ flag = flag }"), "flag": "return false",
      "app": Source.app(["a"]),
    ])
    #expect(try app.host.view(of: "a") == ["flag": false])
  }

  @Test("reads a file that begins with a byte order mark, and counts its columns without it")
  func byteOrderMark() throws {
    let app = try TestHost([
      "a": Self.view("local flag = require 'flag'", "{ flag = flag }"), "flag": "\u{FEFF}return 7",
      "app": Source.app(["a"]),
    ])
    #expect(try app.host.view(of: "a") == ["flag": 7])
    #expect(failure { _ = try TestHost(["a": "\u{FEFF}return ]"]) }.hasPrefix("a.lua:1:8: "))
  }

  @Test("reports why it cannot read an existing file")
  func unreadable() throws {
    let text = failure {
      _ = try TestHost([
        "a": Self.view("local _ = require 'lib'", "1"), "lib.lua/inner": "", "app": Source.app(["a"]),
      ])
    }
    #expect(text == "a.lua:2: require \"lib\": lib.lua: this is not a file")
  }

  static let refused: [(String, String)] = [
    ("require \"lib.cart\"", "there is no file lib/cart.lua; did you mean \"lib.card\"?"),
    ("require \"nowhere.at.all\"", "there is no file nowhere/at/all.lua"),
    ("require \"../secret\"", "a name is written with dots: \"features.cart\" is features/cart.lua"),
    ("require \"/etc/passwd\"", "a name is written with dots: \"features.cart\" is features/cart.lua"),
    ("require \"lib..card\"", "a name is written with dots: \"features.cart\" is features/cart.lua"),
    ("require \"lib/card\"", "a name is written with dots: \"features.cart\" is features/cart.lua"),
    ("require \"\"", "a name is written with dots: \"features.cart\" is features/cart.lua"),
  ]

  @Test("refuses a missing file with a suggestion, and an invalid name", arguments: refused)
  func missing(_ call: String, _ problem: String) throws {
    let text = failure {
      _ = try TestHost([
        "a": Self.view("local card = require 'lib.card' local _ = \(call)", "1"), "lib/card": "return {}",
        "app": Source.app(["a"]),
      ])
    }
    #expect(text == "a.lua:2: \(call): \(problem)")
  }

  @Test("takes a string")
  func noName() throws {
    #expect(
      failure { _ = try TestHost(["a": Self.view("require(7)", "1")]) }
        == "a.lua:2: require takes the name of a module, got number 7")
  }

  @Test("reports a cycle with its files")
  func cycle() throws {
    #expect(
      failure {
        _ = try TestHost([
          "a": Self.view("require 'b'", "1"), "b": "return require 'c'",
          "c": "local b = require 'b' return b", "app": Source.app(["a"]),
        ])
      } == "c.lua:1: require \"b\": files require each other: b.lua → c.lua → b.lua")
  }

  @Test("reports an error in a required file at its own place")
  func errorInside() throws {
    #expect(
      failure {
        _ = try TestHost([
          "a": Self.view("local b = require 'b'", "1"), "b": "return 1 +\n  * 2", "app": Source.app(["a"]),
        ])
      } == """
        b.lua:2:3: unexpected symbol near '*'
           1 | return 1 +
           2 |   * 2
             |   ^
        """)
  }

  @Test("may fail inside pcall")
  func optional() throws {
    let app = try TestHost([
      "a": Self.view("local found, extra = pcall(require, 'extra')", "{ found = found }")
    ])
    #expect(try app.host.view(of: "a") == ["found": false])
    #expect(try app.reload("extra", as: "return 1")?.ok == true)
    #expect(try app.host.view(of: "a") == ["found": true])
  }

  @Test("returns a loaded module at any time, and loads none later, however often the app was reloaded")
  func later() throws {
    let head = """
      local later = function() return { require 'b', package.loaded.b, package.loaded.c == nil } end
      local _ = require 'b'
      """
    let app = try TestHost([
      "a": Self.view(head, "later()"), "b": "return 1", "c": "return 1",
      "d": "local udf = require 'udf'\nreturn udf.feature { name = 'd', view = function() return require 'c' end }",
      "app": Source.app(["a", "d"]),
    ])
    for save in 1...2 {
      #expect(try app.host.view(of: "a") == [1, 1, true])
      #expect(
        failure { _ = try app.host.view(of: "d") }.hasPrefix(
          """
          d.lua:2: view of d: require "c": it is not loaded, and files are loaded only while the app loads
            To fix this, require
          """))
      #expect(try app.reload("app", as: Source.app(["a", "d"]) + String(repeating: " ", count: save))?.ok == true)
    }
  }

  @Test("finds a/init.lua as a, and passes to a module its name and its file")
  func initFile() throws {
    let app = try TestHost([
      "a": Self.view("local lib, two = require 'lib', require 'lib.two'", "{ lib = lib, two = two }"),
      "lib/init": "local name, file = ... return name .. ' ' .. file", "lib/two": "return (...)",
      "app": Source.app(["a"]),
    ])
    #expect(try app.host.view(of: "a") == ["lib": "lib lib/init.lua", "two": "lib.two"])
    #expect(try app.reload("lib/init", as: "return 'new'")?.ok == true)
    #expect(try app.host.view(of: "a") == ["lib": "new", "two": "lib.two"])
  }

  @Test("returns Lua's own libraries by name, and package.loaded can be read and not written")
  func standard() throws {
    let app = try TestHost([
      "a": Self.view(
        "local same = require 'string' == string and package.loaded.math == math and require '_G' == _G\n"
          + "local ok, problem = pcall(function() package.loaded.x = 1 end)",
        "{ same = same, ok = ok, problem = problem }"),
      "app": Source.app(["a"]),
    ])
    #expect(
      try app.host.view(of: "a") == ["ok": false, "problem": "a.lua:3: package.loaded can only be read", "same": true])
  }

  static let reached: [(String, String)] = [
    (
      "x = 1",
      "the global 'x' cannot be written: files share nothing but what they return. To fix this, write: local x = …"
    ),
    (
      "_G.x = 1",
      "the global 'x' cannot be written: files share nothing but what they return. To fix this, write: local x = …"
    ),
    ("io.open('x')", "io.open is not available to scripts: files are read and written by services.files, in an effect"),
    ("dofile('x')", "attempt to call a nil value (global 'dofile')"),
    ("udf.feature = 1", "udf.feature cannot be written"),
    ("udf.featur {}", "udf has no \"featur\". Did you mean \"feature\"?"),
  ]

  @Test("files share no globals, and have none of the system's", arguments: reached)
  func globals(_ line: String, _ message: String) throws {
    #expect(failure { _ = try TestHost(["a": Self.view(line, "1")]) } == "a.lua:2: \(message)")
  }

  @Test("udf.args contains the arguments after --")
  func arguments() throws {
    let app = try TestHost(["a": Self.view("", "{ args = udf.args, count = #udf.args }")]) {
      $0.arguments = ["x", "--y=1"]
    }
    #expect(try app.host.view(of: "a") == ["args": ["x", "--y=1"], "count": 2])
    #expect(try app.run("udf.args[2]") == "--y=1")
  }

  @Test("rawget works on _G, and package.config describes how names become paths")
  func rawGlobals() throws {
    let app = try TestHost([
      "a": Self.view(
        "local has = rawget(_G, 'print') == print and rawget(_G, 'string') == string and rawget(_G, 'warn') == warn",
        "{ has = has, none = rawget(_G, 'nothing') == nil, separator = package.config:sub(1, 1) }"),
      "app": Source.app(["a"]),
    ])
    #expect(try app.host.view(of: "a") == ["has": true, "none": true, "separator": "/"])
  }

  @Test("each file may begin with #!")
  func shebang() throws {
    let app = try TestHost([
      "counter": "#!/usr/bin/env lua\n" + Source.counter,
      "app": "#!/usr/bin/env udfhost\n" + Source.app(["counter"]),
    ])
    try app.run("counter.inc()")
    #expect(app.host.features[0].line == 3)
    #expect(app.host.features[0].file == "counter.lua")
  }
}
