-- Rows that the app shares with a server. They are shown at once from a cache; changes are sent when the server can be
-- reached.
local udf = require "udf"

return udf.sync {
  name = "__NAME__",
  key = "id",
  -- A server with the sync protocol; for another server a table with `pull` and `push`. The app's `grants` must request
  -- the server's host.
  remote = "http://127.0.0.1:8790",
  sort = "title",
  -- The events of the screen, and the action for each.
  events = {
    appear = "pull",
    refresh = function() return { type = "pull", force = true } end,
    add = function(event) return { type = "mutate", put = { id = event.id, title = event.title } } end,
  },
  -- The view state of the screen.
  view = function(state)
    return {
      titles = udf.each(state.results, function(row) return row.title end),
      isLoading = state.sync.phase == "pulling",
      isStale = state.sync.stale,
      waiting = state.sync.pending,
      problem = state.sync.problem,
    }
  end,
}
