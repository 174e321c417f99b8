-- Everything is put together here. The articles come from the seed, then from the cache, then from the server.
local udf = require "udf"

return udf.app {
  name = "news",
  features = {
    require "features.articles", require "features.reader", require "features.favorites",
    require "features.categories",
  },
  middleware = { require "middleware.history" },
  scenes = {
    require "scenes.listArticles", require "scenes.showArticle", require "scenes.listFavorites",
    require "scenes.listCategories", require "scenes.error", require "scenes.freshness",
  },
  flow = require "flows.main",
  grants = { hosts = { require "lib.server" } },
}
