-- Everything is put together here: what tracks and what logs, nothing else knows.
local udf = require "udf"
local login = require "usecases.login"

return udf.app {
  name = "login",
  features = {
    require "features.login" {
      login = login:decorate(require "usecases.tracking"),
      uses = { "accounts", "analytics" },
    },
    require "features.choice",
  },
  services = { accounts = require "services.accounts", analytics = require "services.analytics" },
  middleware = { require "middleware.log" },
  scenes = { require "scenes.login", table.unpack(require "scenes.stops") },
  flow = require "flows.main",
}
