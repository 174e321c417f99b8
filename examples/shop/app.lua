-- Everything is put together here. No screen knows another one: the flow does.
local udf = require "udf"

return udf.app {
  name = "shop",
  features = {
    require "features.catalog", require "features.cart", require "features.session", require "features.orders",
  },
  services = { accounts = require "services.accounts", orders = require "services.orders" },
  scenes = {
    require "scenes.products", require "scenes.product", require "scenes.badge", require "scenes.basket",
    require "scenes.login", require "scenes.checkout", require "scenes.thanks",
  },
  flow = require "flows.main",
}
