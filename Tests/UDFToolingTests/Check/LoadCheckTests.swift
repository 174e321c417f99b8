import HostTesting
import Testing

@testable import UDFTooling

@Suite("Checking an app that does not load")
struct LoadCheckTests {
  @Test("a file that is not Lua is reported as by the load, and the others are checked")
  func syntax() throws {
    let checked = try Checked([
      "app": """
      local udf = require "udf"
      return udf.app { name = "two", features = { require "broken", require "other" } }
      """,
      "broken": "local udf = require \"udf\"\nreturn udf.feature { name = \"broken\" state = {} }\n",
      "other": "return pritn(1)",
    ])
    #expect(
      checked.texts == [
        """
        broken.lua:2:38: '}' expected near 'state'
           1 | local udf = require "udf"
           2 | return udf.feature { name = "broken" state = {} }
             |                                      ^
        """,
        """
        other.lua:1:8: there is no global pritn, so this is nil. Did you mean "print"?
           1 | return pritn(1)
             |        ^
        """,
      ])
    #expect(checked.report.files == 3)
  }

  @Test(
    "a missing field of Lua's libraries is reported with its replacement, unless the file tests for it")
  func libraryFields() throws {
    let checked = try Checked([
      "app": """
      local udf = require "udf"
      return udf.app { name = "two", features = { require "reads", require "asks" } }
      """,
      "reads": """
      local udf = require "udf"
      local function read(path) return io.open(path), table.unpck, string.trim, io.write, math.pi end
      return udf.feature { name = "reads", state = { open = read ~= nil } }
      """,
      "asks": """
      local udf = require "udf"
      function string.trim(text) return text end
      local home = os.getenv and os.getenv("HOME")
      local function read(path) if io and io.open then return io.open(path) end return string.trim(path) end
      return udf.feature { name = "asks", state = { home = home, open = read ~= nil } }
      """,
    ])
    #expect(
      checked.heads == [
        "reads.lua:2:34: io.open is not available to scripts: files are read and written by services.files, in an effect",
        "reads.lua:2:49: there is no table.unpck, so this is nil.",
        "reads.lua:2:62: there is no string.trim, so this is nil.",
      ])
  }

  @Test("an expression that is too long for the check is a warning, because Lua accepts it")
  func depth() throws {
    let chain = "local sum = 0" + String(repeating: " + 1", count: 500)
    let checked = try Checked(["counter": "\(chain)\n\(Source.counter)"])
    #expect(checked.report.errors == 0)
    #expect(checked.report.findings.map(\.severity) == [.warning])
    #expect(checked.report.findings.map(\.error.code) == ["depth"])
    let text = "warning: an expression of more than 400 parts in a row is nested too deeply for the check"
    #expect(checked.heads.allSatisfy { $0.hasPrefix("counter.lua:1:") && $0.hasSuffix(text) }, "\(checked.heads)")
  }

  @Test("unknown keys")
  func keys() throws {
    let checked = try Checked(["cart": Source.feature("  name = \"cart\",\n  redcue = {},")])
    #expect(
      checked.texts == [
        """
        cart.lua:4:3: udf.feature: unknown key "redcue". Did you mean "reduce"?
           3 |   name = "cart",
           4 |   redcue = {},
             |   ^
        """
      ])
  }

  @Test("an unknown key hides neither those of other files, nor findings in an app that loads")
  func manyKeys() throws {
    let checked = try Checked([
      "app": """
      local udf = require "udf"
      return udf.app {
        nmae = "one", version = 1, colour = "red",
        features = { require "cart", require "shelf" },
        scenes = { udf.scene { name = "main", view = function() return {} end } },
        flow = udf.flow { start = "main", routes = { main = { scene = "main", lnik = "/" } } },
      }
      """,
      "cart": """
      local udf = require "udf"
      return udf.feature {
        name = "cart",
        redcue = { add = function() end },
        events = { tap = "add" },
        effects = { add = function(cx) cx.send { type = "zilch" } end },
      }
      """,
      "shelf": "local udf = require \"udf\"\nreturn udf.feature { name = \"shelf\", evnets = { tap = false } }",
    ])
    let known = "Known names: checkOff, features, flow, grants, middleware, name, scenes, services, version."
    #expect(
      checked.heads == [
        "app.lua:3:3: udf.app: unknown key \"nmae\". Did you mean \"name\"?",
        "app.lua:3:30: udf.app: unknown key \"colour\". \(known)",
        "app.lua:6:73: udf.flow: routes.main: unknown key \"lnik\". Did you mean \"link\"?",
        "cart.lua:4:3: udf.feature: unknown key \"redcue\". Did you mean \"reduce\"?",
        "cart.lua:6:51: cart/zilch: no feature handles this action. Known names: add.",
        "shelf.lua:2:38: udf.feature: unknown key \"evnets\". Did you mean \"events\"?",
      ])
  }

  @Test("a flow bound to a domain output refuses to load, and the check reports it")
  func domainOutput() throws {
    let checked = try Checked([
      "app": """
      local udf = require "udf"
      local login = udf.usecase {
        name = "login", outputs = { "didSucceed" }, run = function(_, _, output) output.didSucceed {} end,
      }
      return udf.app {
        name = "one",
        features = {
          udf.feature {
            name = "session", events = { submit = "submit" },
            effects = { submit = login:bind { didSucceed = "opened" } },
            reduce = { opened = function() end },
          },
        },
        scenes = { udf.scene { name = "main", view = function() return {} end } },
        flow = udf.flow {
          start = "main", routes = { main = { scene = "main" } },
          on = { ["session.didSucceed"] = function(nav) nav.pop() end },
        },
      }
      """
    ])
    #expect(
      checked.texts == [
        """
        app.lua:15: flow: on["session.didSucceed"]: "didSucceed" is an output of the use case login, and a flow listens to screen events
          To fix this, let session emit a screen event: emits = { ACTION = "EVENT" }
        """
      ])
  }

  @Test("no cycle of knowledge: files that require each other are told with the whole cycle")
  func cycle() throws {
    let checked = try Checked([
      "app": "local udf = require \"udf\"\nreturn udf.app { name = \"one\", features = { require \"screen\" } }",
      "screen": "local router = require \"lib.router\"\nreturn router",
      "lib/router": "local flow = require \"flow\"\nreturn flow",
      "flow": "return require \"screen\"",
    ])
    #expect(
      checked.heads == [
        "flow.lua:1: require \"screen\": files require each other: screen.lua → lib/router.lua → flow.lua → screen.lua"
      ])
  }

  @Test("no cycle of knowledge: also not behind the back of the load, in a function")
  func lateCycle() throws {
    let checked = try Checked([
      "cart": """
      local udf = require "udf"
      local flow = require "flow"
      return udf.feature { name = "cart", state = { route = flow.start } }
      """,
      "flow": """
      local flow = { start = "cart" }
      function flow.name() return require("cart").name end
      return flow
      """,
      "app": """
      local udf = require "udf"
      return udf.app { name = "one", features = { require "cart" } }
      """,
    ])
    #expect(
      checked.texts == [
        """
        flow.lua:2:29: files require each other: cart.lua → flow.lua → cart.lua
          To fix this, move what both need into a separate file, or pass it as an argument.
           1 | local flow = { start = "cart" }
           2 | function flow.name() return require("cart").name end
             |                             ^
        """
      ])
  }

  @Test("a file that only a function requires must exist and be Lua")
  func lateFiles() throws {
    let checked = try Checked([
      "cart": """
      local udf = require "udf"
      return udf.feature {
        name = "cart", events = { tap = "add", hold = "clear" },
        reduce = {
          add = function(state) state.x = require("gone").x end,
          clear = function(state) state.x = require("broken").x end,
        },
      }
      """,
      "broken": "return +",
      "app": """
      local udf = require "udf"
      return udf.app { name = "one", features = { require "cart" } }
      """,
    ])
    #expect(
      checked.texts == [
        """
        broken.lua:1:8: unexpected symbol
           1 | return +
             |        ^
        """,
        """
        cart.lua:5:37: require: there is no file gone.lua
           4 |   reduce = {
           5 |     add = function(state) state.x = require("gone").x end,
             |                                     ^
        """,
      ])
  }
}
