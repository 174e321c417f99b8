local udf = require "udf"

local counter = udf.feature {
  name = "counter",
  state = { count = 0 },
  actions = { inc = { by = "integer?" } },
  events = { tap = "inc" },
  reduce = {
    inc = function(state, action) state.count = state.count + (action.by or 1) end,
  },
  view = function(state) return { title = "Count: " .. state.count } end,
}

return udf.app { name = "counter", features = { counter } }
