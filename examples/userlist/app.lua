local udf = require "udf"
local server = require "lib.server"

return udf.app {
  name = "userlist",
  features = { require "features.users" },
  services = { users = require "services.users" },
  grants = { hosts = { server } },
}
