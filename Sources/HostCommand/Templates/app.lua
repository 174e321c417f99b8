local udf = require "udf"

return udf.app {
  name = "APP",
  features = { require "features.FEATURE" },
  services = { FEATURE = require "services.FEATURE" },
}
