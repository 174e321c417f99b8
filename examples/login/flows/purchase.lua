-- Basket → login → payment. Back from the payment is the basket.
local udf = require "udf"

return udf.flow {
  start = "basket",
  routes = { basket = { scene = "basket" }, login = { scene = "logIn" }, payment = { scene = "payment" } },
  on = {
    ["choice.chosen"] = function(nav) nav.push "login" end,
    ["login.loggedIn"] = function(nav, event) nav.replace("payment", { user = event.user }) end,
  },
}
