-- The scenes of the flow __NAME__.
local udf = require "udf"

local screen = udf.screen(function(view, ui) return { ui.title(view.title) } end)

return {
  udf.scene { name = "__NAME__Overview", view = function() return { title = "Overview" } end, screen = screen },
  udf.scene {
    name = "__NAME__Detail",
    view = function(_, params) return { title = "Detail " .. params.id } end,
    screen = screen,
  },
}
