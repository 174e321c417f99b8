local udf = require "udf"

return udf.app {
  name = "__APP__",
  features = { require "features.__FEATURE__" },
  services = { __FEATURE__ = require "services.__FEATURE__" },
}
