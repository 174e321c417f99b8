-- What all four have in common: what the state holds, how it changes, what the service is asked, and what is shown.
local udf = require "udf"

local search = {}

function search.state() return { query = "", items = udf.list {}, isLoading = false } end

function search.started(state, action)
  state.query = action.query
  state.isLoading = true
  state.error = nil
end

function search.found(state, action)
  state.isLoading = false
  state.items = action.items
end

function search.failed(state, action)
  search.found(state, { items = udf.list {} })
  state.error = action.message
end

-- Asks the service; gives the action that says how it went.
function search.ask(cx, query)
  local isOk, result = pcall(cx.services.github.search, query)
  if isOk then return { type = "found", items = result } end
  return { type = "failed", message = result.message }
end

function search.rows(items)
  return udf.each(items, function(item) return { id = item.id, title = item.name, detail = item.stars .. " stars" } end)
end

function search.view(state, rows, problem)
  return { query = state.query, isLoading = state.isLoading, rows = rows, problem = problem }
end

return search
