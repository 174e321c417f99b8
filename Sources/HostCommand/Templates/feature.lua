-- Items from a service, and the selected item.
local udf = require "udf"

return udf.feature {
  name = "__NAME__",

  -- The events of the screen, and the action for each.
  events = {
    appear = "load",
    refresh = "load",
    tap = function(event) return { type = "select", id = event.id } end,
  },

  -- The actions, with the types of their fields.
  actions = {
    load = {},
    loaded = { items = { { id = "integer", title = "string" } } },
    failed = { message = "string" },
    select = { id = "integer" },
  },

  -- The initial state; `message` and `selected` are absent at first.
  state = { items = udf.list {}, isLoading = false },

  -- The change of the state for each action.
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

  -- The effects of actions, and the services that they use. While one load runs, others are ignored. Not only
  -- the service may raise an error, but also `send`, if the answer does not fit the action.
  uses = { "__NAME__" },
  effects = {
    load = udf.leading(function(cx)
      local isOk, problem = pcall(function()
        cx.send { type = "loaded", items = cx.services.__NAME__.list() }
      end)
      if not isOk then
        cx.send { type = "failed", message = type(problem) == "table" and problem.message or tostring(problem) }
      end
    end),
  },

  -- The view state of the screen.
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
