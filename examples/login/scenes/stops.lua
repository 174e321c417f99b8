-- All other screens: they say where one is, and lead on. Who has logged in, a flow tells them.
local udf = require "udf"

local function stop(name, draw)
  return udf.scene {
    name = name,
    view = function(_, params) return params end,
    events = { tap = "choice.tap", done = "choice.done" },
    screen = udf.screen(draw),
  }
end

return {
  stop("menu", function(_, ui)
    return {
      ui.title "One login, three ways",
      ui.button("welcome", "tap", { what = "welcome" }),
      ui.button("purchase", "tap", { what = "purchase" }),
      ui.button("settings", "tap", { what = "settings" }),
    }
  end),
  stop("start", function(_, ui) return { ui.title "Welcome", ui.button("begin", "tap") } end),
  stop("home", function(view, ui) return { ui.title("Home of " .. view.user), ui.button("leave", "done") } end),
  stop("basket", function(_, ui)
    return { ui.title "Basket", ui.row { text = "tea", detail = "4 €" }, ui.button("pay", "tap") }
  end),
  stop("payment", function(view, ui)
    return { ui.title("Payment", view.user), ui.row { text = "tea", detail = "4 €" }, ui.button("done", "done") }
  end),
  stop("settings", function(_, ui) return { ui.title "Settings", ui.button("change the password", "tap") } end),
  stop("password", function(view, ui)
    return { ui.title("A new password", view.user), ui.button("done", "done") }
  end),
}
