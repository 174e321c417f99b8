extension AppFolder {
  /// Three features that answer the same actions, with effects that wait, ask a service, draw numbers and read the clock.
  static func depot() -> AppFolder {
    AppFolder(
      app: """
        local udf = require "udf"
        return udf.app {
          name = "depot",
          features = { require "features.stock", require "features.orders", require "features.audit" },
          services = { prices = require "services.prices" },
        }
        """,
      features: ["orders": depotOrders, "stock": depotStock, "audit": depotAudit],
      services: [
        "prices": """
        return function(core)
          return {
            of = function(sku)
              core.sleep(0.0001)
              if sku == "k7" then error { code = "unknown", message = "no price for " .. sku } end
              return #sku * 1.1
            end,
          }
        end
        """
      ])
  }

  /// Some hundreds of lines at the prompt in one: mixed actions, drawn by the app's own numbers.
  static let depotShift = """
    for i = 1, 400 do
      local sku, kind = "k" .. services.random.integer(1, 12), services.random.integer(1, 12)
      if kind <= 4 then
        orders.add { sku = sku, qty = services.random.integer(0, 4) }
      elseif kind <= 6 then
        orders.sort()
      elseif kind == 7 then
        -- Refused if none is left.
        pcall(orders.drop, { sku = sku })
      elseif kind == 8 and i % 40 == 0 then
        orders.clear()
      elseif kind == 9 then
        stock.take { id = sku, n = 0.1 * i }
      else
        orders.priced { sku = sku, price = i / 7, at = -i }
      end
    end
    settle(600)
    """

  private static let depotOrders = """
    local udf = require "udf"
    return udf.feature {
      name = "orders", uses = { "prices", "random", "clock", "uuid" },
      state = { items = udf.list {}, total = 0, by = {} },
      reduce = {
        add = function(state, action)
          table.insert(state.items, { sku = action.sku, qty = action.qty })
          state.by[action.sku] = (state.by[action.sku] or 0) + action.qty
          if #state.items > 20 then table.remove(state.items, 1) end
        end,
        priced = function(state, action)
          state.total = state.total + action.price
          state.at = action.at
        end,
        unpriced = function(state, action) state.problem = action.message end,
        sort = function(state) table.sort(state.items, function(a, b) return a.qty < b.qty end) end,
        drop = function(state, action)
          local count = state.by[action.sku]
          state.by[action.sku] = nil
          if not count then error("there is no " .. action.sku) end
        end,
        clear = function() return { items = udf.list {}, total = 0, by = {} } end,
      },
      effects = {
        add = function(cx, action)
          local isKnown, price = pcall(cx.services.prices.of, action.sku)
          if isKnown then
            price = price * cx.services.random.number()
            cx.send { type = "priced", sku = action.sku, price = price, at = cx.services.clock.now() }
          else
            cx.send { type = "unpriced", message = price.message }
          end
        end,
        sort = udf.latest(function(cx)
          cx.sleep(0)
          cx.send { type = "stock/take", id = cx.services.uuid.make(), n = cx.services.random.integer(1, 9) }
        end),
      },
    }
    """

  private static let depotStock = """
    local udf = require "udf"
    return udf.feature {
      name = "stock",
      state = { left = 100, last = "", ages = {} },
      reduce = {
        take = function(state, action)
          state.left = state.left - action.n
          state.last = action.id
          for sku, age in pairs(state.ages) do state.ages[sku] = age + 1 end
        end,
        ["orders/add"] = function(state, action)
          state.left = state.left - action.qty
          state.ages[action.sku] = 0
        end,
      },
    }
    """

  private static let depotAudit = """
    local udf = require "udf"
    return udf.feature {
      name = "audit",
      state = { seen = 0, text = "" },
      reduce = {
        ["orders/add"] = function(state) state.seen = state.seen + 1 end,
        ["stock/take"] = function(state, action)
          local parts = { tostring({}), action.id:sub(1, 4) }
          for key in pairs { zeta = 1, alpha = 2, [2] = 3, [1] = 4 } do parts[#parts + 1] = tostring(key) end
          state.text = table.concat(parts, " ") .. state.seen
        end,
      },
    }
    """
}
