local udf = require "udf"

return udf.scene {
  name = "menu",
  view = function() return {} end,
  events = { tap = "choice.tap" },
  screen = udf.screen(function(_, ui)
    return {
      ui.title("Repositories", "one search, written four ways"),
      ui.button("Flux", "tap", { way = "flux" }),
      ui.button("MVVM", "tap", { way = "mvvm" }),
      ui.button("Redux", "tap", { way = "redux" }),
      ui.button("MobX", "tap", { way = "mobx" }),
    }
  end),
}
