local udf = require "udf"

return udf.scene {
  name = "thanks",
  model = { "view.orders", "session.user" },
  view = function(model) return { number = model.view.orders.last, user = model.session.user } end,
  events = { done = "orders.close" },
  screen = udf.screen(function(view, ui)
    return {
      ui.title(("Thank you, %s."):format(view.user)),
      ui.text(("Your order has the number %s."):format(view.number)),
      ui.button("go on", "done"),
    }
  end),
}
