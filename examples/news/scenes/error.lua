-- Where a link leads that leads nowhere.
local udf = require "udf"

return udf.scene {
  name = "error",
  view = function(_, params) return { message = params.message } end,
  events = { home = function() return "reader.chosen" end },
  screen = udf.screen(function(view, ui)
    return { ui.title("News"), ui.error(view.message), ui.button("all articles", "home") }
  end),
}
