local udf = require "udf"

return udf.app {
  name = "embedded",
  features = { udf.native "todos", require "features.summary" },
}
