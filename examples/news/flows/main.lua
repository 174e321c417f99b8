-- Which screen comes next. What was tapped says the reader; where that leads stands here and nowhere else.
local udf = require "udf"

return udf.flow {
  start = "list", notFound = "lost",
  routes = {
    list = { scene = "listArticles", link = "/articles" },
    article = { scene = "showArticle", link = "/articles/:id" },
    favorites = { scene = "listFavorites", link = "/favorites" },
    categories = { scene = "listCategories", link = "/categories" },
    lost = { scene = "error" },
  },
  on = {
    ["reader.articleSelected"] = function(nav, event) nav.push("article", { id = event.id }) end,
    ["reader.favoritesWanted"] = function(nav) nav.push("favorites") end,
    ["reader.categoriesWanted"] = function(nav) nav.push("categories") end,
    ["reader.categoryChosen"] = function(nav) nav.popTo("list") end,
  },
}
