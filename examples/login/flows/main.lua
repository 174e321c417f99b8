-- Three journeys behind a menu. What none of them has a handler for comes here.
local udf = require "udf"

return udf.flow {
  start = "menu",
  routes = {
    menu = { scene = "menu" },
    welcome = { flow = require "flows.welcome" },
    purchase = { flow = require "flows.purchase" },
    settings = { flow = require "flows.settings" },
  },
  on = {
    ["choice.chosen"] = function(nav, event) nav.push(event.what) end,
    ["choice.done"] = function(nav) nav.popTo "menu" end,
  },
}
