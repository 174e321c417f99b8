-- What is tapped on screens that do nothing by themselves. Where it leads is for a flow to say.
local udf = require "udf"

return udf.feature {
  name = "choice",
  actions = { choose = { what = "string?" }, finish = {} },
  events = {
    tap = function(event) return { type = "choose", what = event.what } end,
    done = function() return { type = "finish" } end,
  },
  emits = { choose = "chosen", finish = "done" },
}
