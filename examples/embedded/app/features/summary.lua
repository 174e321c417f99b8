-- A feature in Lua that reads one in Swift, and cannot tell.
local udf = require "udf"

return udf.feature {
  name = "summary",
  reads = { "todos" },
  state = { onlyOpen = false },
  actions = { showOpen = { only = "boolean" } },
  reduce = { showOpen = function(state, action) state.onlyOpen = action.only end },
  view = function(state, _, others)
    local rows, open = udf.list {}, 0
    for _, todo in ipairs(others.todos.items) do
      if not todo.done then open = open + 1 end
      if not (todo.done and state.onlyOpen) then rows[#rows + 1] = (todo.done and "x " or "- ") .. todo.title end
    end
    return { title = open .. " of " .. #others.todos.items .. " open", rows = rows }
  end,
}
