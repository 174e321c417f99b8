-- Navigation between screens. A feature emits the events: `emits = { select = "selected" }`.
local udf = require "udf"

return udf.flow {
  start = "overview",

  routes = {
    overview = { scene = "__NAME__Overview" },
    detail = { scene = "__NAME__Detail", link = "/__NAME__/:id" },
  },

  -- The events that features emit, and the step for each, for example:
  --   ["items.selected"] = function(nav, event) nav.push("detail", { id = event.id }) end,
  on = {},
}
