local udf = require "udf"

return udf.app {
  name = "__NAME__",
  features = { require "features.items" },
  services = { items = require "services.items" },
}
