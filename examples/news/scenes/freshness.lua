-- How far what is shown is what the server has: a part of other screens.
local udf = require "udf"

local function counted(count, what) return ("%d change%s %s"):format(count, count == 1 and "" or "s", what) end

return udf.scene {
  name = "freshness",
  model = { "articles.sync" },
  view = function(model)
    local sync = model.articles.sync
    local parts = { sync.stale and "may be out of date" or "up to date" }
    if sync.pending > 0 then parts[#parts + 1] = counted(sync.pending, "to be sent") end
    if sync.dead > 0 then parts[#parts + 1] = counted(sync.dead, "refused") end
    if sync.problem then parts[#parts + 1] = "the server cannot be asked" end
    return { text = table.concat(parts, ", ") }
  end,
  events = { tap = function() return "articles.refresh" end },
}
