-- Which of the four one wants to see.
local udf = require "udf"

return udf.feature {
  name = "choice",
  actions = { choose = { way = "string" } },
  events = { tap = "choose" },
  emits = { choose = "chosen" },
}
