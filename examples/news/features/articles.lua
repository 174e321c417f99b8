-- The articles, kept in step with the server: those that were shipped until there are newer ones.
local udf = require "udf"

return udf.sync {
  name = "articles", key = "id",
  seed = "seed/articles.ndjson", remote = "http://127.0.0.1:8790", ttl = 60,
  sort = "-date", indexes = { "category", "favorite" }, text = { "title", "text", "package" },
  events = {
    refresh = function() return { type = "pull", force = true } end,
    forget = "bury",
  },
}
