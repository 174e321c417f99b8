-- The login screen, the same one in each flow. Writing the password logs in, so no state ever holds one.
local udf = require "udf"

return udf.scene {
  name = "logIn",
  model = { "view.login" },
  view = function(model) return model.view.login end,
  events = {
    appear = "login.appear",
    name = "login.nameChanged",
    password = function(event) return "login.submit", { name = event.name, password = event.text } end,
  },
  screen = udf.screen(function(view, ui)
    local name = view.name or ""
    return {
      ui.title(view.title),
      view.error and ui.error(view.error),
      view.isLoading and ui.text "a moment …",
      view.canSubmit and ui.fields {
        { label = "name", value = name, event = "name" },
        { label = "password", secret = true, event = "password", fields = { name = name } },
      },
    }
  end),
}
