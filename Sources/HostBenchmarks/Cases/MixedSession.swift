/// An app of three features that reduce the same actions. Its effects call a service, draw random numbers and read the clock.
enum MixedSession {
  static func app() throws -> TemporaryApp {
    try TemporaryApp(["app.lua": main, "orders.lua": orders, "stock.lua": stock, "audit.lua": audit])
  }

  /// A Lua loop with a thousand steps. With the effects that they start, they cause about 1,700 actions.
  static let shift = """
    for i = 1, 1000 do
      local sku, kind = "k" .. services.random.integer(1, 12), services.random.integer(1, 10)
      if kind <= 4 then
        orders.add { sku = sku, qty = services.random.integer(0, 4) }
      elseif kind <= 6 then
        orders.sort {}
      elseif kind == 7 then
        orders.clear {}
      elseif kind == 8 then
        stock.take { id = sku, n = 0.1 * i }
      else
        orders.priced { sku = sku, price = i / 7, at = -i }
      end
    end
    settle()
    """

  private static let main = """
    local udf = require "udf"
    return udf.app {
      name = "mixed",
      features = { require "stock", require "orders", require "audit" },
      services = { prices = { of = function(sku) return #sku * 1.1 end } },
    }
    """

  private static let orders = """
    local udf = require "udf"
    return udf.feature {
      name = "orders", uses = { "prices", "random", "clock", "uuid" },
      state = { items = udf.list {}, total = 0, by = {} },
      reduce = {
        add = function(state, action)
          table.insert(state.items, { sku = action.sku, qty = action.qty })
          state.by[action.sku] = (state.by[action.sku] or 0) + action.qty
        end,
        priced = function(state, action)
          state.total = state.total + action.price
          state.at = action.at
        end,
        sort = function(state) table.sort(state.items, function(a, b) return a.qty < b.qty end) end,
        clear = function() return { items = udf.list {}, total = 0, by = {} } end,
      },
      effects = {
        add = function(cx, action)
          local price = cx.services.prices.of(action.sku) * cx.services.random.number()
          cx.send { type = "priced", sku = action.sku, price = price, at = cx.services.clock.now() }
        end,
        sort = function(cx)
          cx.sleep(0)
          cx.send { type = "stock/take", id = cx.services.uuid.make(), n = cx.services.random.integer(1, 9) }
        end,
      },
    }
    """

  private static let stock = """
    local udf = require "udf"
    return udf.feature {
      name = "stock",
      state = { left = 100, last = "" },
      reduce = {
        take = function(state, action)
          state.left = state.left - action.n
          state.last = action.id
        end,
        ["orders/add"] = function(state, action) state.left = state.left - action.qty end,
      },
    }
    """

  private static let audit = """
    local udf = require "udf"
    return udf.feature {
      name = "audit",
      state = { seen = 0, last = "" },
      reduce = {
        ["orders/add"] = function(state) state.seen = state.seen + 1 end,
        ["stock/take"] = function(state, action) state.last = action.id .. state.seen end,
      },
    }
    """
}
