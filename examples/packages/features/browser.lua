-- What a person looks at: a search, a section, an order, one package in full.
local udf = require "udf"
local dependencies = require "lib.dependencies"
local text = require "lib.text"

local page = 20

local function fresh() return { search = "", sort = "name", shown = page } end

local function look(cx)
  local state = cx.state
  cx.send {
    type = "catalog/query",
    text = state.search ~= "" and state.search or nil,
    where = state.section and { section = state.section },
    sort = state.sort == "size" and "-size" or nil,
    limit = state.shown,
  }
end

local function details(package, catalog)
  local neededBy, isMore = dependencies.neededBy(catalog, package, page)
  if isMore then neededBy[#neededBy + 1] = "…" end
  return {
    name = package.id,
    version = package.version,
    section = package.section,
    size = text.size(package.size),
    depends = package.depends,
    neededBy = neededBy,
    summary = package.summary,
    description = package.description,
  }
end

return udf.feature {
  name = "browser",
  reads = { "catalog", "removal" },
  state = fresh(),
  actions = {
    start = {},
    search = { text = "string" },
    section = { name = "string?" },
    sort = { by = udf.enum { "name", "size" } },
    more = {},
    select = { name = "string" },
    clear = {},
  },
  events = {
    typed = function(event) return { type = "search", text = event.text } end,
    tap = function(event) return { type = "select", name = event.name } end,
    scrolledToEnd = "more",
    section = "section", sort = "sort", clear = "clear",
  },
  reduce = {
    search = function(state, action)
      state.search = action.text
      state.shown = page
    end,
    section = function(state, action)
      state.section = action.name
      state.shown = page
    end,
    sort = function(state, action) state.sort = action.by end,
    more = function(state) state.shown = state.shown + page end,
    select = function(state, action) state.selected = action.name end,
    clear = fresh,
  },
  effects = { start = look, search = look, section = look, sort = look, more = look, clear = look },
  view = function(state, _, others)
    local catalog, signs = others.catalog, others.removal.signs
    local rows, sections = udf.list {}, udf.list {}
    for i, package in ipairs(catalog.results) do rows[i] = text.row(package, signs[package.id] or " ") end
    for section, packages in pairs(catalog.by.section) do sections[#sections + 1] = section .. " " .. #packages end
    local selected = state.selected and catalog.byKey[state.selected]
    return {
      found = text.packages(catalog.matches),
      rows = rows,
      more = catalog.matches - #rows,
      sections = sections,
      selected = selected and details(selected, catalog),
    }
  end,
}
