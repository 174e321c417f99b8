-- What is to be bought: how many of which.
local udf = require "udf"

return udf.feature {
  name = "cart",
  state = { items = udf.list {} },
  actions = {
    add = { sku = "string", title = "string", price = "number" },
    remove = { sku = "string" },
    open = {}, checkout = {},
  },
  events = { add = "add", remove = "remove", open = "open", checkout = "checkout" },
  reduce = {
    add = function(state, action)
      for _, item in ipairs(state.items) do
        if item.sku == action.sku then
          item.qty = item.qty + 1
          return
        end
      end
      table.insert(state.items, { sku = action.sku, title = action.title, price = action.price, qty = 1 })
    end,
    -- One of them.
    remove = function(state, action)
      for i, item in ipairs(state.items) do
        if item.sku == action.sku then
          item.qty = item.qty - 1
          if item.qty == 0 then table.remove(state.items, i) end
          return
        end
      end
      print(("there is no %q in the cart"):format(action.sku))
    end,
    open = function() end,
    checkout = function() end,
    -- What was ordered is no longer to be bought.
    ["orders/placed"] = function(state) state.items = udf.list {} end,
  },
  emits = { open = "cartWanted", checkout = "checkoutWanted" },
  computed = {
    total = { "items", function(items)
      local total = 0
      for _, item in ipairs(items) do total = total + item.price * item.qty end
      return total
    end },
    count = { "items", function(items)
      local count = 0
      for _, item in ipairs(items) do count = count + item.qty end
      return count
    end },
  },
  view = function(state, computed)
    return {
      rows = udf.each(state.items, function(item)
        return { sku = item.sku, title = ("%d × %s"):format(item.qty, item.title), price = item.price * item.qty }
      end),
      total = computed.total, count = computed.count,
    }
  end,
}
