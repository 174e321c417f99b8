local udf = require "udf"

return udf.scene {
  name = "listCategories",
  model = { "view.categories" },
  view = function(model) return model.view.categories end,
  events = { tap = "reader.chosen" },
  screen = udf.screen(function(view, ui)
    return {
      ui.title("Categories"),
      ui.row { text = "all", detail = view.count, event = "tap" },
      ui.list(view.rows, function(row)
        return ui.row { text = row.category, detail = row.count, event = "tap", fields = { category = row.category } }
      end),
    }
  end),
}
