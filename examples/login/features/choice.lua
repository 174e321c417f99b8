-- What is tapped on screens that do nothing by themselves. Where it leads is for a flow to say.
local udf = require "udf"

return udf.feature {
  name = "choice",
  actions = { choose = { what = "string?" }, finish = {} },
  events = {
    tap = "choose",
    done = "finish",
  },
  emits = { choose = "chosen", finish = "done" },
}
