-- What a person looks at: a search, a section, an order, one package in full.
local udf = require "udf"
local dependencies = require "lib.dependencies"
local text = require "lib.text"

local page = 20

local function matches(package, search, section)
  if section and package.section ~= section then return false end
  return package.name:lower():find(search, 1, true) or package.summary:lower():find(search, 1, true)
end

local function signs(catalog)
  local sign = {}
  for _, broken in ipairs(dependencies.broken(catalog.packages, catalog.marked)) do sign[broken.id] = "!" end
  for id in pairs(catalog.marked) do sign[id] = "-" end
  return sign
end

local function details(package)
  return {
    name = package.id,
    version = package.version,
    section = package.section,
    size = text.size(package.size),
    depends = package.depends,
    neededBy = package.neededBy,
    summary = package.summary,
    description = package.description,
  }
end

return udf.feature {
  name = "browser",
  reads = { "catalog" },
  state = { search = "", sort = "name", shown = page },
  actions = {
    search = { text = "string" },
    section = { name = "string?" },
    sort = { by = "string" },
    more = {},
    select = { name = "string" },
    clear = {},
  },
  events = {
    typed = function(event) return { type = "search", text = event.text } end,
    tap = function(event) return { type = "select", name = event.name } end,
    scrolledToEnd = "more",
  },
  reduce = {
    search = function(state, action)
      state.search = action.text:lower()
      state.shown = page
    end,
    section = function(state, action)
      state.section = action.name
      state.shown = page
    end,
    sort = function(state, action)
      if action.by ~= "name" and action.by ~= "size" then
        error('by must be "name" or "size", got "' .. action.by .. '"')
      end
      state.sort = action.by
    end,
    more = function(state) state.shown = state.shown + page end,
    select = function(state, action) state.selected = action.name end,
    clear = function() return { search = "", sort = "name", shown = page } end,
  },
  view = function(state, _, others)
    local catalog = others.catalog
    local packages, sign = catalog.packages, signs(catalog)
    local found, bySection, size = {}, {}, 0
    for _, id in ipairs(catalog.names) do
      local package = packages[id]
      if matches(package, state.search, state.section) then
        found[#found + 1] = id
        bySection[package.section] = (bySection[package.section] or 0) + 1
        size = size + package.size
      end
    end
    if state.sort == "size" then
      table.sort(found, function(a, b) return packages[a].size > packages[b].size end)
    end
    local rows, sections = udf.list {}, udf.list {}
    for i = 1, math.min(state.shown, #found) do
      rows[i] = text.row(packages[found[i]], sign[found[i]] or " ")
    end
    for section, count in pairs(bySection) do sections[#sections + 1] = section .. " " .. count end
    local selected = state.selected and packages[state.selected]
    return {
      found = #found .. " packages, " .. text.size(size),
      rows = rows,
      more = #found - #rows,
      sections = sections,
      selected = selected and details(selected),
    }
  end,
}
