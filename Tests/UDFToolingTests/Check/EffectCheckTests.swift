import Testing

@testable import UDFTooling

@Suite("Checking effects")
struct EffectCheckTests {
  /// A feature whose effect is the body of a function; its first line is line 7 of the file.
  func cart(_ body: String, uses: String = "", more: String = "") -> String {
    """
    local udf = require "udf"
    return udf.feature {
      name = "cart", uses = { \(uses) }, events = { tap = "load" },
      actions = { \(actions) },
      reduce = { load = function() end, loaded = function() end, failed = function() end },
      effects = { load = udf.leading(function(cx, action)
    \(body)
      end) },\(more)
    }
    """
  }

  private let actions = """
    load = { items = "any?", key = "any?", next = "any?", ok = "any?", text = "any?", texts = "any?" }, \
    loaded = { items = { "string" }, total = "integer?" }, failed = { message = "string" }
    """

  let fine =
    "cx.send { type = \"loaded\", items = action.items } cx.send { type = \"failed\", message = \"no\" }"

  @Test("a field that the feature's stamp adds may be missing, and the others are checked")
  func stamped() throws {
    let checked = try Checked([
      "app": """
      local udf = require "udf"
      return udf.app { name = "one", features = { require "days" } }
      """,
      "days": """
      local udf = require "udf"
      return udf.feature {
        name = "days", shared = true, state = { last = 0 },
        actions = { toggle = { id = "integer", day = "integer" } },
        stamp = function(cx) return { day = cx.state.last // 86400 } end,
        reduce = { toggle = function(state, action) state.last = action.day + action.id end },
        events = {
          tap = function() return { type = "toggle", id = 1 } end,
          wrong = function() return { type = "toggle", id = "x" } end,
        },
      }
      """,
    ])
    #expect(checked.heads == ["days.lua:9:50: days/toggle: id must be an integer, got string \"x\""])
  }

  @Test("an action without a handler, sent by an effect or mapped from an event")
  func unhandled() throws {
    let checked = try Checked([
      "app": """
      local udf = require "udf"
      return udf.app { name = "one", features = { require "cart", require "shelf" } }
      """,
      "cart": cart(
        """
            cx.send { type = "laoded", items = {} }
            cx.send { type = "shelf/fill" }
            cx.send { type = action.ok and "loaded" or "fialed" }
            cx.send { type = "fill" }
            cx.send { type = "nav/push", route = "main" }
            cx.send { type = action.next }
        """),
      "shelf": """
      local udf = require "udf"
      return udf.feature {
        name = "shelf", actions = { fill = {}, empty = {} },
        events = { tap = "empty", hold = function() return { type = "fil" } end },
        reduce = { fill = function() end },
      }
      """,
    ])
    #expect(
      checked.texts.first == """
        cart.lua:7:22: cart/laoded: no feature handles this action. Did you mean "loaded"?
           6 |   effects = { load = udf.leading(function(cx, action)
           7 |     cx.send { type = "laoded", items = {} }
             |                      ^
        """)
    #expect(
      checked.heads == [
        "cart.lua:7:22: cart/laoded: no feature handles this action. Did you mean \"loaded\"?",
        "cart.lua:9:22: cart/fialed: no feature handles this action. Did you mean \"failed\"?",
        "cart.lua:10:22: cart/fill: no feature handles this action. Did you mean \"shelf/fill\"?",
        "cart.lua:11:22: nav/push: only a flow can navigate",
        "shelf.lua:3:42: warning: shelf/empty: nothing handles this action",
        "shelf.lua:4:20: shelf/empty: no feature handles this action. Known names: fill.",
        "shelf.lua:4:63: shelf/fil: no feature handles this action. Did you mean \"fill\"?",
      ])
  }

  @Test("a sent value that is no action, and an event that returns the name of none")
  func noAction() throws {
    let checked = try Checked([
      "cart": cart(
        """
            cx.send { typ = "loaded", items = {} }
            cx.send { items = action.items } cx.send { "loaded" }
            cx.sleep(0) pcall(cx.send, "loaded")
            cx.send { [action.key] = "loaded" }
        """ + fine
      ).replacing(#""load" },"#, with: #""load", hold = function() return "laoded" end },"#)
    ])
    let problem = "an action is a table with a type: { type = \"…\" }"
    #expect(
      checked.heads == [
        "cart.lua:3:81: cart/laoded: no feature handles this action. Did you mean \"loaded\"?",
        "cart.lua:7:13: \(problem); this one has none. Did you mean \"type\" by \"typ\"?",
        "cart.lua:8:13: \(problem); this one has none.",
        "cart.lua:8:46: \(problem); this one has none.",
        "cart.lua:9:32: \(problem), got string",
      ])
  }

  @Test("each feature has its own actions, also of several in one line and of one inside another")
  func several() throws {
    let one = "udf.feature { name = \"one\", events = { tap = \"a\" }, reduce = { b = function() end }, "
    let two = one.replacing("one", with: "two").replacing("b =", with: "c =")
    let effects = "effects = { a = function(cx) cx.send { type = \"b\" } end } }"
    let checked = try Checked([
      "app": """
      local udf = require "udf"
      return udf.app {
        name = "one",
        features = { \(one)\(effects), \(two)\(effects.replacing("\"b\"", with: "\"c\"")),
          udf.keyed { name = "many", key = "id", feature = \(one)\(effects) } },
      }
      """
    ])
    #expect(checked.texts == [])
  }

  @Test("the actions of another program's feature are unknown")
  func foreign() throws {
    let checked = try Checked([
      "app": """
      local udf = require "udf"
      return udf.app { name = "one", features = { udf.native "todos", require "cart" } }
      """,
      "cart": cart(fine + " cx.send { type = \"todos/add\", title = \"x\" }"),
    ])
    #expect(checked.texts == [])
  }

  @Test("an action with a named type, or sent by an alias of cx.send or by a helper")
  func named() throws {
    let checked = try Checked([
      "cart": cart(
        """
            local send, kind = cx.send, "zap"
            send { type = "zilch" }
            cx.send { type = kind }
            pcall(send, { type = "zonk" })
            local function tell(context, name) context.send { type = name or "failde", message = "no" } end
            tell(cx, "zip")
            tell(cx, "loaded")
            tell(cx, action.next)
            local function pass(context, sent) sent.items = {} context.send(sent) end
            pass(cx, { type = "lodaed" })
            pass(cx, { type = "loaded" })
            local function lead(context, name) name = "load" .. name context.send { type = name } end
            lead(cx, "ed")
        """)
    ])
    #expect(
      checked.texts[3] == """
        cart.lua:11:62: cart/failde: no feature handles this action. Did you mean "failed"?
           10 |     pcall(send, { type = "zonk" })
           11 |     local function tell(context, name) context.send { type = name or "failde", message = "no" } end
              |                                                              ^
        """)
    #expect(
      checked.heads == [
        "cart.lua:8:19: cart/zilch: no feature handles this action. Known names: failed, load, loaded.",
        "cart.lua:9:22: cart/zap: no feature handles this action. Known names: failed, load, loaded.",
        "cart.lua:10:26: cart/zonk: no feature handles this action. Known names: failed, load, loaded.",
        "cart.lua:11:62: cart/failde: no feature handles this action. Did you mean \"failed\"?",
        "cart.lua:12:14: cart/zip: no feature handles this action. Known names: failed, load, loaded.",
        "cart.lua:16:23: cart/lodaed: no feature handles this action. Did you mean \"loaded\"?",
      ])
  }

  @Test("fields that are not declared, are missing or have the wrong type")
  func fields() throws {
    let checked = try Checked([
      "cart": cart(
        """
            cx.send { type = "loaded", itmes = {} }
            cx.send { type = "loaded" }
            cx.send { type = "loaded", items = { "a", 2 } }
            cx.send {
              type = "loaded",
              items = action.items, total = "x",
            }
            cx.send { type = "failed", message = -1 }
            cx.send { type = "loaded", items = action.items, [action.key] = 1 }
            cx.send { type = "loaded", items = udf.list {}, total = #action.items }
        """)
    ])
    #expect(
      checked.texts.last == """
        cart.lua:14:32: cart/failed: message must be a string, got number -1
          To fix this, send a string: cart.failed{ message = "…" }
           13 |     }
           14 |     cx.send { type = "failed", message = -1 }
              |                                ^
        """)
    #expect(
      checked.heads == [
        "cart.lua:7:32: cart/loaded: unknown field itmes. Did you mean \"items\"?",
        "cart.lua:8:13: cart/loaded: items is missing; it must be a list of strings",
        "cart.lua:9:32: cart/loaded: items[2] must be a string, got number 2",
        "cart.lua:12:29: cart/loaded: total must be an integer, got string \"x\"",
        "cart.lua:14:32: cart/failed: message must be a string, got number -1",
      ])
  }

  @Test("functions that effects call with their cx: helpers in other files, use cases, decorators, reactions")
  func helpers() throws {
    let checked = try Checked([
      "app": """
      local udf = require "udf"
      return udf.app { name = "one", features = { require "cart" } }
      """,
      "lib/ask": """
      local ask = {}
      function ask.file(cx) return cx.services.files.read("a") end
      function ask.answer(cx) return { type = "answered", text = cx.services.json.encode(1) } end
      return ask
      """,
      "cart": """
      local udf = require "udf"
      local ask = require "lib.ask"
      local login = udf.usecase {
        name = "login", outputs = { "done" },
        run = function(cx, _, output) output.done { text = cx.services.uuid.make() } end,
      }
      local tracked = login:decorate(function(cx) cx.services.log.info("x") return {} end)
      return udf.feature {
        name = "cart", state = { items = udf.list {} }, events = { tap = "load", hold = "login" },
        reduce = { load = function() end, login = function() end },
        effects = {
          load = function(cx) ask.file(cx) cx.send(ask.answer(cx)) end,
          login = tracked:bind { done = "logedIn" },
        },
        reactions = { saved = { "items", function(cx) cx.send { type = "store" } end } },
      }
      """,
    ])
    #expect(
      checked.heads == [
        "cart.lua:5:66: the service \"uuid\" is not listed by the feature cart",
        "cart.lua:7:57: the service \"log\" is not listed by the feature cart",
        "cart.lua:13:35: cart/logedIn: no feature handles this action. Did you mean \"login\"?",
        "cart.lua:15:66: cart/store: no feature handles this action. Known names: load, login.",
        "lib/ask.lua:2:42: the service \"files\" is not listed by the feature cart",
        "lib/ask.lua:3:41: cart/answered: no feature handles this action. Known names: load, login.",
        "lib/ask.lua:3:72: the service \"json\" is not listed by the feature cart",
      ])
  }

  @Test("actions that a middleware sends or returns; a middleware belongs to no feature")
  func middleware() throws {
    let checked = try Checked([
      "app": """
      local udf = require "udf"
      return udf.app {
        name = "one", features = { require "cart" },
        middleware = { require "log", udf.middleware(function(cx) cx.send { type = "load" } end) },
        scenes = { udf.scene { name = "main", view = function() return {} end } },
        flow = udf.flow { start = "main", routes = { main = { scene = "main" } } },
      }
      """,
      "cart": cart(fine),
      "log": """
      local udf = require "udf"
      local function tell(cx) cx.send { type = "cart/zork" } end
      return udf.middleware {
        intercepts = true,
        before = function(cx, action)
          if action.type == "cart/load" then return { type = "cart/loaded", itmes = {} } end
          if action.stop then return false end
          return action
        end,
        after = function(cx, action)
          tell(cx)
          cx.send { type = "nav/push", route = "main" }
          cx.send { type = action.next }
          cx.send { type = "cart/failed", message = action.message }
        end,
      }
      """,
    ])
    #expect(
      checked.texts.last == """
        log.lua:6:71: cart/loaded: unknown field itmes. Did you mean "items"?
          To fix this, send only declared fields: cart.loaded{ items = {} }
           5 |   before = function(cx, action)
           6 |     if action.type == "cart/load" then return { type = "cart/loaded", itmes = {} } end
             |                                                                       ^
        """)
    #expect(
      checked.heads == [
        "app.lua:4:78: load: no feature handles this action. Did you mean \"cart/load\"?",
        "log.lua:2:42: cart/zork: no feature handles this action. Did you mean \"cart/load\"?",
        "log.lua:6:71: cart/loaded: unknown field itmes. Did you mean \"items\"?",
      ])
  }
}
