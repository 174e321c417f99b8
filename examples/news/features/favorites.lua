-- Which articles are dear to the reader. The server keeps it, so that it is the same on all devices; without a network
-- it waits until there is one.
local udf = require "udf"

return udf.feature {
  name = "favorites",
  reads = { "articles" },
  actions = { toggle = { id = "string" } },
  events = { toggle = "toggle" },
  effects = {
    toggle = function(cx, action)
      local article = cx.others.articles.byKey[action.id]
      if not article then error(("there is no article %q any more"):format(action.id), 0) end
      cx.send { type = "articles/mutate", key = action.id, patch = { favorite = not article.favorite } }
    end,
  },
  view = function(_, _, others)
    local rows = udf.list {}
    for i, article in ipairs(others.articles.by.favorite["true"] or {}) do
      rows[i] = { id = article.id, text = article.package .. ": " .. article.title, date = article.date:sub(1, 10) }
    end
    return { rows = rows }
  end,
}
