-- Which categories there are, and how many articles each has.
local udf = require "udf"

return udf.feature {
  name = "categories",
  reads = { "articles" },
  view = function(_, _, others)
    local rows = udf.list {}
    for category, articles in pairs(others.articles.by.category) do
      rows[#rows + 1] = { category = category, count = #articles }
    end
    table.sort(rows, function(a, b) return a.count > b.count or a.count == b.count and a.category < b.category end)
    return { rows = rows, count = others.articles.count }
  end,
}
