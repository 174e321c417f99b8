local udf = require "udf"

return udf.scene {
  name = "listArticles",
  model = { "view.reader" },
  renders = { "freshness" },
  view = function(model, _, render)
    local reader = model.view.reader
    return {
      rows = reader.rows, text = reader.text, more = reader.more, isWatching = reader.isWatching,
      freshness = render.freshness(),
      subtitle = ("%s: %d"):format(reader.category, reader.found),
    }
  end,
  events = {
    tap = "reader.tap", typed = "reader.typed", more = "reader.more", favorites = "reader.favorites",
    categories = "reader.categories", watch = "reader.watch",
  },
  screen = udf.screen(function(view, ui)
    return {
      ui.title("News", view.subtitle),
      ui.text(view.freshness.text, "dim"),
      ui.fields { { label = "search", value = view.text, event = "typed" } },
      #view.rows == 0 and not view.freshness.isLoading and ui.empty("Nothing was told of that."),
      ui.list(view.rows, function(row)
        return ui.row { text = row.text, detail = row.date, event = "tap", fields = { id = row.id } }
      end),
      view.more > 0 and ui.button(("%d more"):format(view.more), "more"),
      ui.button("favorites", "favorites"),
      ui.button("categories", "categories"),
      ui.button("refresh", "freshness.tap"),
      ui.button(view.isWatching and "stop watching" or "watch", "watch"),
      view.freshness.hasRefused and ui.button("forget what was refused", "freshness.forget"),
    }
  end),
}
