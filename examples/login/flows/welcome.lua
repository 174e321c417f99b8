-- Start → login → home. Once one is at home there is no way back to the start.
local udf = require "udf"

return udf.flow {
  start = "start",
  routes = { start = { scene = "start" }, login = { scene = "logIn" }, home = { scene = "home" } },
  on = {
    ["choice.chosen"] = function(nav) nav.push "login" end,
    ["login.loggedIn"] = function(nav, event)
      nav.popTo "start"
      nav.replace("home", { user = event.user })
    end,
  },
}
