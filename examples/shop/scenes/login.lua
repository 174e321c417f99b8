local udf = require "udf"

return udf.scene {
  name = "login",
  model = { "view.session" },
  view = function(model) return model.view.session end,
  events = { appear = "session.appear", name = "session.nameChanged", submit = "session.submit" },
  screen = udf.screen(function(view, ui)
    return {
      ui.title("Who are you?"),
      ui.fields { { label = "name", value = view.name, event = "name" } },
      view.error and ui.error(view.error),
      view.isLoading and ui.text("a moment …") or ui.button("log in", "submit"),
    }
  end),
}
