-- The second store of the Flux variant.
local udf = require "udf"

local function forget(state) state.last = nil end

return udf.feature {
  name = "problems",
  state = {},
  reduce = {
    ["flux/begin"] = forget,
    ["flux/search"] = forget,
    ["flux/failed"] = function(state, action) state.last = action.message end,
  },
}
