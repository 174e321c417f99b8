-- Settings → login again, over them → change the password.
local udf = require "udf"

return udf.flow {
  start = "overview",
  routes = { overview = { scene = "settings" }, login = { scene = "logIn" }, password = { scene = "password" } },
  on = {
    ["choice.chosen"] = function(nav) nav.present "login" end,
    ["login.loggedIn"] = function(nav, event)
      nav.dismiss()
      nav.push("password", { user = event.user })
    end,
  },
}
