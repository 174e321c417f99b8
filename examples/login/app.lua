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
  },
  services = { accounts = require "services.accounts", analytics = require "services.analytics" },
  middleware = { require "middleware.log" },
}
