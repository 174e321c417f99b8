-- Users that are loaded and deleted. Who is deleted goes from the screen at once, and comes back if the server refuses.
local udf = require "udf"

local user = { id = "string", name = "string", email = "string" }

local function remove(users, id)
  for i, each in ipairs(users) do
    if each.id == id then return table.remove(users, i) end
  end
end

return udf.feature {
  name = "users",

  -- ViewEvent → action; `false`: this one means none.
  events = {
    appear = "load",
    refresh = "load",
    swipe = function(event) return { type = "delete", id = event.id } end,
    scroll = false,
  },

  actions = {
    load = {},
    loaded = { users = { user } },
    failed = { message = "string" },
    delete = { id = "string" },
    deleted = { id = "string" },
    restored = { id = "string", message = "string" },
  },

  -- `users` is what the server has told, `deleting` whom it was asked to delete; without an `error` nothing has failed.
  state = { users = udf.list {}, deleting = {}, isLoading = false },

  reduce = {
    load = function(state)
      state.isLoading = true
      state.error = nil
    end,
    loaded = function(state, action)
      state.isLoading = false
      state.users = action.users
    end,
    failed = function(state, action)
      state.isLoading = false
      state.error = action.message
    end,
    delete = function(state, action)
      state.deleting[action.id] = true
      state.error = nil
    end,
    deleted = function(state, action)
      state.deleting[action.id] = nil
      remove(state.users, action.id)
    end,
    restored = function(state, action)
      state.deleting[action.id] = nil
      state.error = action.message
    end,
  },

  uses = { "users" },
  effects = {
    load = udf.leading(function(cx)
      local isOk, result = pcall(cx.services.users.list)
      if isOk then
        cx.send { type = "loaded", users = result }
      else
        cx.send { type = "failed", message = result.message }
      end
    end),
    delete = udf.leading(function(cx, action)
      local isOk, problem = pcall(cx.services.users.delete, action.id)
      if isOk then
        cx.send { type = "deleted", id = action.id }
      else
        cx.send { type = "restored", id = action.id, message = problem.message }
      end
    end, { id = function(action) return action.id end }),
  },

  view = function(state)
    local rows = udf.list {}
    for _, each in ipairs(state.users) do
      if not state.deleting[each.id] then
        rows[#rows + 1] = { id = each.id, text = each.name .. " <" .. each.email .. ">" }
      end
    end
    return {
      rows = rows,
      isLoading = state.isLoading,
      error = state.error,
      showEmptyState = #rows == 0 and not state.isLoading and not state.error,
    }
  end,
}
