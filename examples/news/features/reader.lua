-- What a reader looks at: a category, a search, how far down the list.
local udf = require "udf"

local page = 20
-- Seconds from one look at the server to the next, while somebody watches.
local interval = 5

local function look(cx)
  local state = cx.state
  cx.send {
    type = "articles/query", text = state.text ~= "" and state.text or nil,
    where = state.category and { category = state.category }, limit = state.shown,
  }
end

return udf.feature {
  name = "reader",
  reads = { "articles" },
  state = { text = "", shown = page, isWatching = false },
  actions = {
    start = {}, search = { text = "string" }, choose = { category = "string?" }, more = {},
    select = { id = "string" }, watch = {}, openFavorites = {}, openCategories = {},
  },
  events = {
    typed = "search", chosen = "choose", more = "more", tap = "select", watch = "watch",
    favorites = "openFavorites", categories = "openCategories",
  },
  reduce = {
    search = function(state, action) state.text, state.shown = action.text, page end,
    choose = function(state, action) state.category, state.shown = action.category, page end,
    more = function(state) state.shown = state.shown + page end,
    select = function() end,
    watch = function(state) state.isWatching = not state.isWatching end,
    openFavorites = function() end,
    openCategories = function() end,
  },
  effects = {
    start = look, search = look, choose = look, more = look,
    watch = udf.background(udf.latest(function(cx)
      while cx.state.isWatching do
        cx.send { type = "articles/pull", force = true }
        cx.sleep(interval)
      end
    end)),
  },
  emits = {
    select = "articleSelected", choose = "categoryChosen", openFavorites = "favoritesWanted",
    openCategories = "categoriesWanted",
  },
  view = function(state, _, others)
    local articles = others.articles
    return {
      text = state.text, category = state.category or "all", found = articles.matches,
      more = articles.matches - #articles.results, isWatching = state.isWatching,
      rows = udf.each(articles.results, function(article)
        return {
          id = article.id, date = article.date:sub(1, 10),
          text = (article.favorite and "★ " or "") .. article.package .. ": " .. article.title,
        }
      end),
    }
  end,
}
