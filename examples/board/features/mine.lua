-- What only this person's host has.
local udf = require "udf"

return udf.feature {
  name = "mine",
  state = { missed = udf.list {} },
  actions = { missed = { card = "integer", reason = "string" } },
  reduce = {
    missed = function(state, action) table.insert(state.missed, { card = action.card, reason = action.reason }) end,
  },
}
