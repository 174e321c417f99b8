local udf = require "udf"

return udf.scene {
  name = "listFavorites",
  model = { "view.favorites" },
  renders = { "freshness" },
  view = function(model, _, render)
    return { rows = model.view.favorites.rows, freshness = render.freshness() }
  end,
  events = { tap = "reader.tap" },
  screen = udf.screen(function(view, ui)
    return {
      ui.title("Favorites"),
      ui.text(view.freshness.text, "dim"),
      #view.rows == 0 and not view.freshness.isLoading and ui.empty("There are none yet."),
      ui.list(view.rows, function(row)
        return ui.row { text = row.text, detail = row.date, event = "tap", fields = { id = row.id } }
      end),
    }
  end),
}
