-- How far what is shown is what the server has: a part of other screens.
local udf = require "udf"

-- Before there is anything to show.
local loading = { closed = true, opening = true, seeding = true }

local function counted(count, what) return ("%d change%s %s"):format(count, count == 1 and "" or "s", what) end

return udf.scene {
  name = "freshness",
  model = { "articles.sync" },
  view = function(model)
    local sync = model.articles.sync
    if loading[sync.phase] then return { text = "a moment …", isLoading = true } end
    local parts = { sync.stale and "may be out of date" or "up to date" }
    if sync.pending > 0 then parts[#parts + 1] = counted(sync.pending, "to be sent") end
    if sync.dead > 0 then parts[#parts + 1] = counted(sync.dead, "refused") end
    if sync.problem then parts[#parts + 1] = "the server cannot be asked" end
    return { text = table.concat(parts, ", "), hasRefused = sync.dead > 0 }
  end,
  -- Without the params of the screen that it is a part of.
  events = { tap = function() return "articles.refresh" end, forget = function() return "articles.forget" end },
}
