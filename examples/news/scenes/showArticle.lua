local udf = require "udf"

return udf.scene {
  name = "showArticle",
  model = { "articles.byKey" },
  renders = { "freshness" },
  view = function(model, params, render)
    local article, freshness = model.articles.byKey[params.id], render.freshness()
    if not article then
      -- A link may name anything, and an article may be withdrawn while it is read.
      local problem = ("There is no article %q."):format(params.id)
      return { problem = not freshness.isLoading and problem or nil, freshness = freshness }
    end
    return {
      id = article.id, title = article.title, text = article.text, isFavorite = article.favorite or false,
      byline = ("%s, %s · %s"):format(article.author, article.date:sub(1, 10), article.category),
      freshness = freshness,
    }
  end,
  events = { favorite = "favorites.toggle" },
  screen = udf.screen(function(view, ui)
    if not view.id then
      return { ui.title("News"), ui.text(view.freshness.text, "dim"), view.problem and ui.error(view.problem) }
    end
    return {
      ui.title(view.title, view.byline),
      ui.text(view.text),
      ui.button(view.isFavorite and "no favorite any more" or "favorite", "favorite", { id = view.id }),
      ui.text(view.freshness.text, "dim"),
    }
  end),
}
