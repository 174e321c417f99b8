-- MVVM: inputs go in as events, the output comes out as the view state, and nobody outside writes either.
local udf = require "udf"
local search = require "lib.search"

return udf.feature {
  name = "mvvm",
  state = search.state(),
  events = {
    appear = "begin",
    search = function(event) return { type = "input", query = event.text } end,
  },
  reduce = { begin = search.state, input = search.started, found = search.found, failed = search.failed },
  uses = { "github" },
  effects = { input = udf.latest(function(cx, action) cx.send(search.ask(cx, action.query)) end) },
  view = function(state) return search.view(state, search.rows(state.items), state.error) end,
}
