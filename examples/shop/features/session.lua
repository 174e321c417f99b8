-- Who is there.
local udf = require "udf"

return udf.feature {
  name = "session",
  state = { name = "", isLoading = false },
  actions = {
    begin = {}, write = { name = "string" }, logIn = {},
    loggedIn = { user = "string" }, failed = { message = "string" },
  },
  events = {
    appear = "begin",
    nameChanged = function(event) return { type = "write", name = event.text } end,
    submit = "logIn",
  },
  reduce = {
    -- Whoever left while the answer was awaited does not get it.
    begin = function(state)
      state.name, state.isLoading, state.error = "", false, nil
    end,
    write = function(state, action) state.name = action.name end,
    logIn = function(state)
      state.isLoading = true
      state.error = nil
    end,
    loggedIn = function(state, action)
      state.isLoading = false
      state.user = action.user
    end,
    failed = function(state, action)
      state.isLoading = false
      state.error = action.message
    end,
  },
  uses = { "accounts" },
  effects = {
    logIn = udf.leading(function(cx)
      local isOk, result = pcall(cx.services.accounts.open, cx.state.name)
      if isOk then
        cx.send { type = "loggedIn", user = result.name }
      else
        cx.send { type = "failed", message = result.message }
      end
    end),
  },
  emits = { loggedIn = "loggedIn" },
  view = function(state) return { name = state.name, isLoading = state.isLoading, error = state.error } end,
}
