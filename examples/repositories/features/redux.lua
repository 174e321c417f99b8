-- Redux: an action creator that takes its time, a thunk, is a function. It is sent like an action, and sends later what
-- came of it, unless something else is searched for by then.
local udf = require "udf"
local search = require "lib.search"

local function searchFor(query)
  return function(cx)
    cx.send { type = "started", query = query }
    local outcome = search.ask(cx, query)
    if cx.state.query == query then cx.send(outcome) end
  end
end

return udf.feature {
  name = "redux",
  state = search.state(),
  events = {
    appear = "begin",
    search = function(event) return { type = "search", query = event.text } end,
  },
  reduce = { begin = search.state, started = search.started, found = search.found, failed = search.failed },
  uses = { "github" },
  effects = { search = function(cx, action) cx.send(searchFor(action.query)) end },
  view = function(state) return search.view(state, search.rows(state.items), state.error) end,
}
