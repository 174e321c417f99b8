local udf = require "udf"

return udf.scene {
  name = "products",
  model = { "view.catalog" },
  renders = { "badge" },
  view = function(model, _, render)
    return { rows = model.view.catalog.rows, query = model.view.catalog.query, badge = render.badge() }
  end,
  events = { tap = "catalog.tap", search = "catalog.search" },
  screen = udf.screen(function(view, ui)
    return {
      ui.title("Shop"),
      ui.fields { { label = "search", value = view.query, event = "search" } },
      #view.rows == 0 and ui.empty("Nothing is called that.") or ui.list(view.rows, function(row)
        return ui.row { text = row.title, detail = row.price .. " €", event = "tap", fields = { sku = row.sku } }
      end),
      ui.button(view.badge.text, "badge.tap"),
    }
  end),
}
