-- MobX: an event only writes. What follows is derived: rows are computed while somebody looks, and a reaction asks the
-- service whenever a search is wanted that was not.
local udf = require "udf"
local search = require "lib.search"

return udf.feature {
  name = "mobx",
  state = search.state(),
  events = {
    appear = "begin",
    search = function(event) return { type = "write", query = event.text } end,
  },
  reduce = { begin = search.state, write = search.started, found = search.found, failed = search.failed },
  uses = { "github" },
  computed = { rows = { "items", search.rows } },
  reactions = {
    ask = { "query", "isLoading", udf.latest(function(cx, query, isLoading)
      if isLoading then cx.send(search.ask(cx, query)) end
    end) },
  },
  view = function(state, computed) return search.view(state, computed.rows, state.error) end,
}
