-- What was bought.
local udf = require "udf"

return udf.feature {
  name = "orders",
  reads = { "cart", "session" },
  state = { isPlacing = false },
  actions = { begin = {}, place = {}, placed = { number = "integer" }, failed = { message = "string" }, close = {} },
  events = { appear = "begin", place = "place", close = "close" },
  reduce = {
    -- Whoever left before there was an answer has not ordered.
    begin = function(state)
      state.isPlacing, state.error = false, nil
    end,
    place = function(state)
      state.isPlacing = true
      state.error = nil
    end,
    placed = function(state, action)
      state.isPlacing = false
      state.last = action.number
    end,
    failed = function(state, action)
      state.isPlacing = false
      state.error = action.message
    end,
    close = function() end,
  },
  uses = { "orders" },
  effects = {
    place = udf.leading(function(cx)
      local isOk, result = pcall(cx.services.orders.place, cx.others.session.user, #cx.others.cart.items)
      if isOk then
        cx.send { type = "placed", number = result }
      else
        cx.send { type = "failed", message = result.message }
      end
    end),
  },
  emits = { placed = "orderPlaced", close = "orderClosed" },
  view = function(state) return { isPlacing = state.isPlacing, error = state.error, last = state.last } end,
}
