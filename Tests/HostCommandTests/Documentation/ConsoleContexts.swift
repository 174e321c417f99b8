/// The context of `console` blocks: the files of the app, and the lines that were typed before.
struct ConsoleContext {
  var files: [String: String] = [:]
  /// The name of an example, which is in the folder `examples`.
  var example: String?
  var lines: [String] = []
}

enum ConsoleContexts {
  static let all: [String: ConsoleContext] = [
    "Check#1": ConsoleContext(files: [
      "app.lua": """
      local udf = require "udf"
      return udf.app { name = "shop", features = { require "features.cart" } }
      """,
      "features/cart.lua": """
      local udf = require "udf"
      local count = 0
      return udf.feature {
        name = "cart", state = { total = 0 }, events = { tap = "add" },
        reduce = {
          add = function(state)
            count = count + 1
            state.total = count
          end,
        },
      }
      """,
    ]),
    "Console#1": ConsoleContext(example: "shop"),
    "Console#5": cart(after: #"cart.add{ sku="A1", qty=2 }"#),
    "Console#6": cart(),
    "Editor#1": ConsoleContext(example: "shop"),
    "History#2": cart(after: #"cart.add{ sku="A1", qty=2 }"#),
    "History#3": cart(
      after: #"cart.add{ sku="A1", qty=2 }"#, #"cart.later{}; cart.add{ sku="B2", qty=1 }"#, "settle()"),
    "History#4": cart(after: #"cart.add{ sku="A1", qty=2 }"#),
    "README#1": ConsoleContext(files: ["app.lua": lua("README#1")]),
    "README#2": ConsoleContext(example: "counter"),
    "Screens#1": ConsoleContext(files: [
      "app.lua": "local udf = require \"udf\"\nreturn udf.app { name = \"shop\", features = { require \"shop\" } }\n",
      "shop.lua": "local udf = require \"udf\"\n" + lua("Screens#1"),
    ]),
    "Types#1": ConsoleContext(files: [
      "app.lua": """
      local udf = require "udf"
      return udf.app { name = "shop", features = { require "features.cart" } }
      """,
      "features/cart.lua": lua("Types#1"),
    ]),
    "Sessions#1": cart(after: #"cart.add{ sku="A1", qty=2 }"#),
  ]

  /// Those that no test types, with the reason.
  static let exempt = [
    "Console#2": "the home of a user is in it; see GrantQuestionTests",
    "Console#3": "a server that answers late is in it; see LookingTerminalTests",
    "Console#4": "a server that answers late is in it; see LookingTerminalTests",
    "Sharing#1": "the session has no end; see examples/board/smoke and KilledSharerTests",
    "Console#7": "figures that were measured are in it; see ObservingTests",
    "Console#8": "the rows of a server are in it; see SyncListingTests",
    "History#1": "filters without their answers; see HistoryTests",
  ]

  private static func lua(_ id: String) -> String {
    DocumentationBlock.of("lua").first { $0.id == id }?.text ?? ""
  }

  private static func cart(after lines: String...) -> ConsoleContext {
    ConsoleContext(
      files: [
        "app.lua": """
        local udf = require "udf"
        return udf.app { name = "shop", features = { require "features.cart" } }
        """,
        "features/cart.lua": """
        local udf = require "udf"
        local prices = { A1 = 19.9, B2 = 5.0 }
        return udf.feature {
          name = "cart",
          state = { items = udf.list {}, total = 0, loading = false },
          actions = {
            add = { sku = "string", qty = "integer?" },
            halve = {}, load = {}, later = {},
          },
          events = { tap = "add" },
          reduce = {
            add = function(state, action)
              local qty = action.qty or 1
              table.insert(state.items, { sku = action.sku, qty = qty })
              state.total = state.total + qty * prices[action.sku]
            end,
            halve = function(state) state.total = state.total / 2 end,
            load = function(state) state.loading = true end,
          },
          effects = {
            load = udf.leading(function(cx) cx.sleep(0.2) end),
            later = udf.leading(function(cx)
              cx.sleep(0.1)
              cx.send { type = "halve" }
            end),
          },
        }
        """,
      ], lines: lines)
  }
}
