-- Rows by their key. Its actions are upsert, update, remove, replaceAll and query.
local udf = require "udf"

return udf.entities {
  name = "__NAME__",
  key = "id",
  -- Fields for `query { where = … }`.
  indexes = { "kind" },
  -- The order of the rows; "-title": descending.
  sort = "title",
  -- Fields that `query { text = … }` searches.
  text = { "title" },
  -- The events of the screen, and the action for each.
  events = {
    search = function(event) return { type = "query", text = event.text } end,
  },
  -- The view state of the screen: the rows of the last query.
  view = function(state)
    return { rows = udf.each(state.results, function(row) return { id = row.id, title = row.title } end) }
  end,
}
