-- The screen __NAME__, made of parts of the state.
local udf = require "udf"

return udf.scene {
  name = "__NAME__",

  -- The parts of the state and the views of features that the screen reads: { "items.rows", "view.cart" }.
  model = {},

  -- `function(model, params, render)`; the params are those of the route.
  view = function(_, params) return { title = params.title or "__NAME__" } end,

  -- The events of the screen, as events of features: { tap = "items.tap" }.
  events = {},

  -- How `:screen` and `udfhost serve` show the view.
  screen = udf.screen(function(view, ui) return { ui.title(view.title) } end),
}
