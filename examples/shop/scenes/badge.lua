-- How full the cart is, and the way to it: a part of other screens.
local udf = require "udf"

return udf.scene {
  name = "badge",
  model = { "view.cart" },
  view = function(model) return { text = ("cart: %d"):format(model.view.cart.count) } end,
  -- Without the params of the screen that it is a part of.
  events = { tap = function() return "cart.open" end },
}
