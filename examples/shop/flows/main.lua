-- The journey. Screens say what happened on them; where that leads stands here and nowhere else.
local udf = require "udf"

return udf.flow {
  start = "products",
  routes = {
    products = { scene = "products", link = "/products" },
    product = { scene = "product", link = "/products/:sku" },
    cart = { scene = "basket", link = "/cart" },
    login = { scene = "login", link = "/login" },
    checkout = {
      scene = "checkout", link = "/checkout",
      -- Whoever is not known logs in first, and comes back.
      guard = function(state)
        if not state.session.user then return "login" end
      end,
    },
    thanks = { scene = "thanks" },
  },
  on = {
    ["catalog.productSelected"] = function(nav, event) nav.push("product", { sku = event.sku }) end,
    ["cart.cartWanted"] = function(nav) nav.push("cart") end,
    ["cart.checkoutWanted"] = function(nav) nav.push("checkout") end,
    ["session.loggedIn"] = function(nav) nav.resume() end,
    ["orders.orderPlaced"] = function(nav)
      nav.popTo("products")
      nav.present("thanks")
    end,
    ["orders.orderClosed"] = function(nav) nav.dismiss() end,
  },
}
