local udf = require "udf"

return udf.app {
  name = "todolist",
  features = { udf.native "todos", require "features.printing" },
}
