-- Items that a service lists, and the one that is selected.
local udf = require "udf"

return udf.feature {
  name = "__FEATURE__",

  -- What happens on the screen, and the action that it means.
  events = {
    appear = "load",
    refresh = "load",
    tap = function(event) return { type = "select", id = event.id } end,
  },

  -- What can be done, with which fields.
  actions = {
    load = {},
    loaded = { items = { { id = "integer", title = "string" } } },
    failed = { message = "string" },
    select = { id = "integer" },
  },

  -- What is known; `message` and `selected` are absent at first.
  state = { items = udf.list {}, isLoading = false },

  -- What an action changes.
  reduce = {
    load = function(state)
      state.isLoading = true
      state.message = nil
    end,
    loaded = function(state, action)
      state.isLoading = false
      state.items = action.items
    end,
    failed = function(state, action)
      state.isLoading = false
      state.message = action.message
    end,
    select = function(state, action) state.selected = action.id end,
  },

  -- What an action sets going, and the services that it needs: of several loads at a time only the first runs.
  uses = { "__FEATURE__" },
  effects = {
    load = udf.leading(function(cx)
      local isOk, result = pcall(cx.services.__FEATURE__.list)
      if isOk then
        cx.send { type = "loaded", items = result }
      else
        cx.send { type = "failed", message = result.message }
      end
    end),
  },

  -- What the screen shows.
  view = function(state)
    local rows = udf.list {}
    for i, item in ipairs(state.items) do
      rows[i] = { id = item.id, title = item.title, isSelected = item.id == state.selected }
    end
    return {
      rows = rows,
      isLoading = state.isLoading,
      isEmpty = #rows == 0 and not state.isLoading,
      message = state.message,
    }
  end,
}
