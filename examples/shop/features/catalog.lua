-- What is for sale.
local udf = require "udf"

local products = udf.list {
  { sku = "A1", title = "Difference engine", price = 1985 },
  { sku = "B2", title = "Punched cards, 100", price = 12 },
  { sku = "C3", title = "Moth, taped", price = 47 },
  { sku = "D4", title = "Slide rule", price = 30 },
}

return udf.feature {
  name = "catalog",
  state = { products = products, query = "" },
  actions = { search = { query = "string" }, select = { sku = "string" } },
  events = {
    tap = "select",
    search = function(event) return { type = "search", query = event.text } end,
  },
  reduce = {
    search = function(state, action) state.query = action.query end,
    select = function() end,
  },
  emits = { select = "productSelected" },
  computed = {
    found = { "products", "query", function(list, query)
      local found = udf.list {}
      for _, product in ipairs(list) do
        if product.title:lower():find(query:lower(), 1, true) then found[#found + 1] = product end
      end
      return found
    end },
  },
  view = function(state, computed)
    return {
      query = state.query,
      rows = udf.each(computed.found, function(product)
        return { sku = product.sku, title = product.title, price = product.price }
      end),
    }
  end,
}
