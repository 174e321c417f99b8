-- All packages there are, found by id, by section, by the names they need and by those they stand for.
local udf = require "udf"

return udf.entities {
  name = "catalog",
  key = "id",
  indexes = { "section", "needs", "provides" },
  sort = "id",
  text = { "id", "summary" },
}
