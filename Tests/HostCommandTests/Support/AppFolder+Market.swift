extension AppFolder {
  /// A shop in five files: a cart, receipts, and a stock on a server, which reports the rest once something is in
  /// the cart.
  static func market() -> AppFolder {
    let folder = AppFolder(
      app: """
        local udf = require "udf"
        return udf.app {
          name     = "shop",
          features = { require "features.cart", require "features.stock", require "features.receipts" },
          services = { prices = require "services.prices" },
        }
        """,
      features: ["cart": marketCart(), "stock": stock, "receipts": receipts], services: ["prices": prices])
    folder.write("features/stock.json", #"[{"sku": "A1", "left": 9}, {"sku": "B2", "left": 4}]"#)
    return folder
  }

  /// The cart's file, with other lines for its reducer, which begins in line 12.
  static func marketCart(
    _ reducer: String = """
        add = function(state, action)
          table.insert(state.items, { sku = action.sku, qty = action.qty })
          state.total = state.total + prices[action.sku] * action.qty
        end,
    """
  ) -> String {
    """
    local udf = require "udf"
    local prices = { A1 = 19.9, B2 = 5 }

    return udf.feature {
      name    = "cart",
      uses    = { "prices" },
      state   = { items = udf.list {}, total = 0 },
      actions = { add = { sku = "string", qty = "number" } },
      events  = { tap = function(event) return { type = "add", sku = event.sku, qty = 1 } end },
      view    = function(state) return { total = ("%.2f €"):format(state.total) } end,
      reduce  = {
    \(reducer)
      },
    }
    """
  }

  private static let stock = """
    local udf = require "udf"
    return udf.sync {
      name = "stock", key = "sku", reads = { "cart" }, uses = { "log" },
      seed = "features/stock.json", cache = "memory", lazy = false,
      remote = {
        pull = function(cx)
          repeat cx.sleep(0.02) until #cx.others.cart.items > 0
          return { changes = { { sku = "A1", left = 7 }, { sku = "B2", left = 4 } } }
        end,
      },
    }
    """

  private static let receipts = """
    local udf = require "udf"
    return udf.feature {
      name = "receipts", state = { count = 0 }, actions = { print = {} },
      reduce = { print = function(state) state.count = state.count + 1 end },
    }
    """

  private static let prices = """
    return { of = function(args) return ({ A1 = 19.9, B2 = 5 })[args.sku] end }
    """
}
