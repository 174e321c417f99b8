/// The files around blocks of Lua that are not a whole app. `$block` is the place of the block.
///
/// A block that returns an app is `app.lua`. Any other one is `block.lua`, unless a file has it, and an `app.lua` that is missing
/// lists it as a feature.
enum LuaContexts {
  static let all: [String: [String: String]] = [
    // The block before it, with another function `change`.
    "Adapters#4": [
      "block.lua": (DocumentationBlock.of("lua").first { $0.id == "Adapters#3" }?.text ?? "")
        .replacing(#/(?s)local function change.*?\nend\n/#, with: "$block")
    ],
    "Embedding#2": [
      "app.lua": """
      local udf = require "udf"
      return udf.app {
        name = "todolist", features = { udf.native "todos", require "block" },
        services = { printer = { print = function(call) return #call.lines end } },
      }
      """
    ],
    "Derived#2": [
      "app.lua": """
      local udf = require "udf"
      local settings = udf.feature {
        name = "settings", state = { limit = 9 }, events = { typed = "set" },
        reduce = { set = function(state, action) state.limit = action.limit end },
      }
      local cart = udf.feature { name = "cart", state = { lines = udf.list {} }, $block }
      return udf.app { name = "block", features = { settings, cart } }
      """
    ],
    "Derived#3": [
      "block.lua": """
      local udf = require "udf"
      return udf.feature {
        name = "cart", state = { lines = udf.list {} }, uses = { "kv" }, events = { add = "add" },
        reduce = { add = function(state, action) table.insert(state.lines, action.line) end },
        $block
      }
      """
    ],
    "Derived#4": [
      "block.lua": """
      local udf = require "udf"
      local counter = udf.feature {
        name = "counter", state = { count = 0 }, events = { tap = "inc" },
        reduce = { inc = function(state) state.count = state.count + 1 end },
      }
      return $block
      """
    ],
    "Effects#1": feature("uses = { 'users' }, $block"),
    "Effects#2": [
      "app.lua": """
      local udf = require "udf"
      local function none() end
      local payments = udf.feature { name = "payments", reduce = { pay = none } }
      local form = udf.feature { name = "form", reduce = { paid = none, refused = none }, $block }
      return udf.app { name = "block", features = { payments, form } }
      """
    ],
    "Effects#3": [
      "app.lua": """
      local udf = require "udf"
      return udf.app { name = "block", features = { udf.feature { name = "seats", $block } } }
      """
    ],
    "Effects#4": feature(
      "uses = { 'weather' }, effects = { load = udf.leading(function(cx)\n$block\nprint(degrees) end) }"),
    "Effects#6": feature(
      """
      uses = { "accounts" },
      effects = { load = udf.leading(login:bind { didStart = "started", didSucceed = "loaded", didFail = "failed" }) }
      """, before: "$block"),
    "Effects#7": feature(
      "$block",
      before: """
        local login = udf.usecase {
          name = "login", outputs = { "didStart", "didSucceed", "didFail" },
          run = function(_, _, output) output.didStart() output.didSucceed { user = "Ada" } end,
        }
        local function track(user) print(user) end
        """),
    "Effects#8": [
      "app.lua": """
      local udf = require "udf"
      return udf.app { name = "block", features = { require "cart" }, $block }
      """,
      "cart.lua": cart,
    ],
    "Flows#1": [
      "app.lua": """
      local udf = require "udf"
      local function scene(name) return udf.scene { name = name, view = function() return {} end } end
      return udf.app {
        name = "block", features = { require "articles", require "session", require "cart" }, flow = require "block",
        scenes = { scene "listArticles", scene "showArticle", scene "login", scene "pay" },
      }
      """,
      "articles.lua": emitting("articles", "articleSelected"), "session.lua": emitting("session", "loggedIn"),
      "cart.lua": emitting("cart", "checkoutWanted", "paid"),
      "checkout.lua": """
      return require("udf").flow {
        start = "pay", routes = { pay = { scene = "pay" } },
        on = { ["cart.paid"] = function(nav) nav.finish { id = "1" } end },
      }
      """,
    ],
    "Flows#2": [
      "app.lua": """
      local udf = require "udf"
      return udf.app {
        name = "block", features = { require "articles", require "cart" },
        flow = udf.flow { start = "list", routes = { list = { scene = "listArticles" } }, on = {} },
        scenes = { udf.scene { name = "card", view = function(_, params) return params end }, require "block" },
      }
      """,
      "articles.lua": """
      local udf = require "udf"
      return udf.feature {
        name = "articles", state = { items = udf.list {} }, events = { load = "load", tap = "select" },
        reduce = { load = function(state) state.items = { { title = "One" } } end, select = function() end },
      }
      """,
      "cart.lua": """
      return require("udf").feature {
        name = "cart", state = { count = 0 }, view = function(state) return { count = state.count } end,
      }
      """,
      "block.lua": "local udf = require \"udf\"\nreturn $block",
    ],
    "FromTCA#2": [
      "app.lua": DocumentationBlock.of("lua").first { $0.id == "FromTCA#1" }?.text ?? "", "a_test.lua": "$block",
    ],
    "Services#1": feature("uses = { 'http', 'kv' }, $block"),
    "Sync#2": feature("effects = { load = function()\n local articles = { mutate = print }\n $block\n end }"),
    "Sync#5": feature("effects = { load = function()\n local articles = { mutate = print }\n $block\n end }"),
    "Sync#6": [
      "app.lua": """
      local udf = require "udf"
      return udf.app { name = "block", features = { require "block", require "posts" } }
      """,
      "posts.lua": "return require(\"udf\").sync { name = \"posts\", key = \"id\" }",
    ],
    "Testing#1": [
      "app.lua": """
      local udf = require "udf"
      return udf.app {
        name = "block", features = { require "features.users" },
        services = { users = { list = function() return {} end } },
      }
      """,
      "features/users.lua": """
      local udf = require "udf"
      return udf.feature {
        name = "users", state = { loading = false, rows = udf.list {} }, uses = { "users" }, events = { appear = "load" },
        reduce = {
          load = function(state) state.loading = true end,
          loaded = function(state, action) state.loading, state.rows = false, action.rows end,
        },
        effects = { load = udf.leading(function(cx) cx.send { type = "loaded", rows = cx.services.users.list() } end) },
        view = function(state) return { count = #state.rows } end,
      }
      """,
      "a_test.lua": "$block",
    ],
    "Testing#2": [
      "app.lua": """
      local udf = require "udf"
      return udf.app { name = "block", features = { require "features.posts" } }
      """,
      "features/posts.lua": """
      local udf = require "udf"
      return udf.sync {
        name = "posts", key = "id", uses = { "http" },
        remote = {
          pull = function(cx, request)
            local answer = cx.services.http.get("http://127.0.0.1:8080/posts?after=" .. (request.since or ""))
            if not answer.ok then error("busy", 0) end
            return { changes = answer.json.posts, next = answer.json.cursor }
          end,
          push = function(cx, mutations)
            for _, each in ipairs(mutations) do
              local answer = cx.services.http.request { url = "http://127.0.0.1:8080/posts/" .. each.key, method = "DELETE" }
              if not answer.ok then error(answer.body, 0) end
            end
            return {}
          end,
        },
        conflict = function(base, mine, theirs)
          local row = {}
          for field, value in pairs(theirs) do row[field] = value end
          for field, value in pairs(mine) do if value ~= base[field] then row[field] = value end end
          return row
        end,
        view = function(state) return { titles = udf.each(state.rows, function(row) return row.title end) } end,
      }
      """,
      "a_test.lua": "$block",
    ],
    "Testing#3": [
      "app.lua": """
      local udf = require "udf"
      return udf.app { name = "block", features = { require "cart" } }
      """,
      "cart.lua": cart, "a_test.lua": "local test = require \"udf.test\"\nlocal expect = test.expect\n$block",
    ],
  ]

  private static let cart = """
    local udf = require "udf"
    return udf.feature {
      name = "cart", state = { items = udf.list {}, total = 0 }, actions = { add = { sku = "string", qty = "integer" } },
      events = { add = "add" },
      reduce = {
        add = function(state, action)
          table.insert(state.items, { sku = action.sku, qty = action.qty })
          state.total = state.total + action.qty
        end,
      },
    }
    """

  /// A feature with the actions that the examples send, and an app with the services that they call.
  private static func feature(_ part: String, before: String = "") -> [String: String] {
    [
      "app.lua": """
      local udf = require "udf"
      return udf.app {
        name = "block", features = { require "block" },
        services = {
          users = { list = function() return {} end }, weather = { temperature = function() return 20 end },
          accounts = { open = function() return "Ada" end },
        },
      }
      """,
      "block.lua": """
      local udf = require "udf"
      \(before)
      local function nothing() end
      return udf.feature {
        name = "block", state = {},
        events = {
          appear = "load", submit = "submit", begun = "started", shown = "opened", came = "loaded", broke = "failed",
        },
        reduce = {
          load = nothing, submit = nothing, loaded = nothing, failed = nothing, started = nothing, opened = nothing,
        },
        \(part)
      }
      """,
    ]
  }

  /// A feature with an action for each of these events of screens.
  private static func emitting(_ name: String, _ events: String...) -> String {
    """
    return require("udf").feature {
      name = "\(name)", state = {}, events = { \(events.map { "\($0) = \"\($0)\"" }.joined(separator: ", ")) },
      reduce = { \(events.map { "\($0) = function(state) state.user = 'Ada' end" }.joined(separator: ", ")) },
      emits = { \(events.map { "\($0) = \"\($0)\"" }.joined(separator: ", ")) },
    }
    """
  }
}
