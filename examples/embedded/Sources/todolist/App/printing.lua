local udf = require "udf"

-- Prints the open todos with the service `printer`, which the program provides.
return udf.feature {
  name = "printing",
  state = { lines = 0, busy = false },
  actions = { print = {}, printed = { lines = "integer" } },
  reads = { "todos" },
  uses = { "printer" },
  reduce = {
    print = function(state) state.busy = true end,
    printed = function(state, action) state.busy = false; state.lines = state.lines + action.lines end,
  },
  effects = {
    print = udf.queue(function(cx)
      local titles = udf.list {}
      for _, todo in ipairs(cx.others.todos.items) do
        if not todo.done then titles[#titles + 1] = todo.title end
      end
      cx.send { type = "printed", lines = cx.services.printer.print { lines = titles } }
    end),
  },
}
