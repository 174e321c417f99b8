local udf = require "udf"

return udf.scene {
  name = "basket",
  model = { "view.cart" },
  view = function(model) return model.view.cart end,
  events = { remove = "cart.remove", checkout = "cart.checkout" },
  screen = udf.screen(function(view, ui)
    if #view.rows == 0 then return { ui.title("Cart"), ui.empty("There is nothing in it.") } end
    return {
      ui.title("Cart", "Tap a line to take one away."),
      ui.list(view.rows, function(row)
        return ui.row { text = row.title, detail = row.price .. " €", event = "remove", fields = { sku = row.sku } }
      end),
      ui.divider(),
      ui.row { text = "total", detail = view.total .. " €" },
      ui.button("checkout", "checkout"),
    }
  end),
}
