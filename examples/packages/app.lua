local udf = require "udf"

return udf.app {
  name = "packages",
  features = {
    require "features.catalog", require "features.archive", require "features.removal", require "features.browser",
  },
  grants = { files = { require "lib.file" } },
}
