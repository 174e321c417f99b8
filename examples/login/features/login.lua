-- The login screen. It says what was done on it, and shows how that goes.
local udf = require "udf"

-- Wires the use case that it is given, which needs the services `uses`, to the screen.
return function(given)
  return udf.feature {
    name = "login",
    events = {
      appear = "begin",
      nameChanged = function(event) return { type = "write", name = event.text } end,
      submit = "submit",
    },
    actions = {
      begin = {},
      write = { name = "string" },
      submit = { name = "string", password = "string" },
      started = {},
      opened = { user = "string" },
      failed = { message = "string" },
    },
    state = { isLoading = false },
    reduce = {
      begin = function() return { isLoading = false } end,
      write = function(state, action) state.name = action.name end,
      started = function(state)
        state.isLoading = true
        state.error = nil
      end,
      opened = function(state, action)
        state.isLoading = false
        state.user = action.user
      end,
      failed = function(state, action)
        state.isLoading = false
        state.error = action.message
      end,
    },
    uses = given.uses,
    effects = {
      submit = udf.leading(given.login:bind { didStart = "started", didSucceed = "opened", didFail = "failed" }),
    },
    emits = { opened = "loggedIn" },
    view = function(state)
      return {
        title = state.user and "Hello " .. state.user or "Please log in",
        name = state.name,
        isLoading = state.isLoading,
        canSubmit = not state.isLoading and not state.user,
        error = state.error,
      }
    end,
  }
end
