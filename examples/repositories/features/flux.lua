-- Flux: actions go to every store that has registered for them. This is the store of what was found; that of what went
-- wrong is `problems`, and hears the same actions. Neither writes for the other.
local udf = require "udf"
local search = require "lib.search"

return udf.feature {
  name = "flux",
  reads = { "problems" },
  state = search.state(),
  events = {
    appear = "begin",
    search = function(event) return { type = "search", query = event.text } end,
  },
  reduce = {
    begin = search.state,
    search = search.started,
    found = search.found,
    failed = function(state) search.found(state, { items = udf.list {} }) end,
  },
  uses = { "github" },
  effects = { search = udf.latest(function(cx, action) cx.send(search.ask(cx, action.query)) end) },
  view = function(state, _, others) return search.view(state, search.rows(state.items), others.problems.last) end,
}
