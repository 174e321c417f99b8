local udf = require "udf"

return udf.scene {
  name = "checkout",
  model = { "view.cart", "view.orders", "session.user" },
  view = function(model)
    return {
      user = model.session.user, total = model.view.cart.total, isPlacing = model.view.orders.isPlacing,
      error = model.view.orders.error,
    }
  end,
  events = { appear = "orders.appear", place = "orders.place" },
  screen = udf.screen(function(view, ui)
    return {
      ui.title("Checkout", view.user),
      ui.row { text = "to pay", detail = view.total .. " €" },
      view.error and ui.error(view.error),
      view.isPlacing and ui.text("ordering …") or ui.button("order", "place"),
    }
  end),
}
