local udf = require "udf"

return udf.scene {
  name = "product",
  model = { "catalog.products" },
  renders = { "badge" },
  view = function(model, params, render)
    for _, product in ipairs(model.catalog.products) do
      if product.sku == params.sku then
        return { title = product.title, price = product.price, sku = product.sku, badge = render.badge() }
      end
    end
    -- A link may name anything.
    return { problem = ("There is no product %q."):format(params.sku), badge = render.badge() }
  end,
  events = { add = "cart.add" },
  screen = udf.screen(function(view, ui)
    local badge = ui.button(view.badge.text, "badge.tap")
    if view.problem then return { ui.title("Shop"), ui.error(view.problem), badge } end
    return {
      ui.title(view.title, view.price .. " €"),
      ui.button("add to cart", "add", { sku = view.sku, title = view.title, price = view.price }),
      badge,
    }
  end),
}
