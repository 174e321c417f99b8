-- The articles, kept in step with the server: those that were shipped until there are newer ones.
local udf = require "udf"
local server = require "lib.server"

return udf.sync {
  name = "articles", key = "id",
  seed = "seed/articles.ndjson", remote = "http://" .. server, ttl = 60,
  sort = "-date", indexes = { "category", "favorite" }, text = { "title", "text", "package" },
  events = {
    refresh = function() return { type = "pull", force = true } end,
    forget = "bury",
  },
}
