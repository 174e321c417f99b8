-- Draws screens: shows a view state in a terminal by a few kinds of elements. Loaded before the first drawing.
local host = ...
local language, internal = host.language, host.internal
local udf, sites, hint = language.udf, language.sites, language.hint

local shapes = language.shapes
-- The types of a value that can be shown as a text.
local shown = shapes.row.text

local styles = host.declarations.styles

-- Raises an error at the line of the script that called, or at the given line.
local function refuse(text, site) error({ message = (site or host.site()) .. ": " .. text }, 0) end

-- Returns a value that has one of these types, as a text if it may be shown. Raises an error for another type.
local function need(name, what, value, types)
  if not language.fits(value, types) then
    refuse(("ui.%s: %s must be %s, got %s"):format(name, what, language.words(types), type(value)))
  end
  return types.isShown and tostring(value) or value
end

local function may(name, what, value, types)
  if value ~= nil then return need(name, what, value, types) end
end

-- Raises an error for a table with keys where a list belongs, of which nothing would be drawn.
local function needList(name, what, value, form)
  need(name, what, value, { "table" })
  if #value > 0 then return end
  for key in pairs(value) do
    refuse(("ui.%s: %s must be a list, %s, got a table with the key %q"):format(name, what, form, tostring(key)))
  end
end

-- Returns a copy of the table that describes an element, which has a declared kind.
local function copied(name, definition, kind)
  language.check(kind, definition, "ui." .. name, ("ui.%s: "):format(name))
  local copy = {}
  for key, types in pairs(shapes[kind]) do
    local value = definition[key]
    if value ~= nil and types.isShown then copy[key] = tostring(value) else copy[key] = value end
  end
  return copy
end

-- The elements by the objects that scripts hold. Scripts cannot access the elements.
local elements = setmetatable({}, { __mode = "k" })

-- For each list whose rows are made when they are shown, the function that makes a row.
local windows = setmetatable({}, { __mode = "k" })

local sealed = {
  __newindex = function(_, key) refuse(("what ui has made cannot be changed, nor its %q"):format(tostring(key))) end,
  __metatable = false,
}

local function made(kind, element, window)
  local face = setmetatable({}, sealed)
  element.kind = kind
  elements[face], windows[element] = element, window
  return face
end

local ui = {}

function ui.title(text, subtitle)
  return made("title", {
    text = need("title", "the text", text, shown), detail = may("title", "the subtitle", subtitle, shown),
  })
end

function ui.text(text, style)
  local given = need("text", "the text", text, shown)
  if style ~= nil and not language.contains(styles, style) then
    refuse(("ui.text: there is no style %q.%s"):format(tostring(style), host.suggest(tostring(style), styles)))
  end
  return made("text", { text = given, style = style })
end

function ui.row(definition)
  local row = copied("row", definition, "row")
  return made("row", {
    cells = { row.text, row.detail }, event = row.event, fields = row.fields, selected = row.selected,
  })
end

-- Makes only the visible rows of a list, which may have 10,000.
function ui.list(rows, make)
  needList("list", "what it lists", rows, "{ item, … }")
  need("list", "the second argument", make, { "function" })
  local site = host.site()
  return made("list", { count = #rows }, function(i)
    local face = make(rows[i], i)
    local row = elements[face]
    if row and row.kind == "row" then return row end
    refuse(("ui.list: the function must return a ui.row; for item %d it returned %s"):format(i, type(face)), site)
  end)
end

local function columns(definitions)
  local list = udf.list {}
  for i, definition in ipairs(definitions) do
    list[i] = type(definition) == "table" and copied("table", definition, "column")
      or { title = need("table", "columns[" .. i .. "]", definition, shown) }
  end
  if #list == 0 then refuse("ui.table: columns must name at least one") end
  return list
end

-- Returns a row of a table: its cells in order, and the allowed keys of `ui.row`.
local function cells(row, count, what, site)
  if type(row) ~= "table" then
    refuse(("ui.table: %s must be a list of cells, got %s"):format(what, type(row)), site)
  end
  for key, value in pairs(row) do
    local types = math.type(key) and shown or shapes.cells[key]
    if not types then
      refuse(("ui.table: %s: unknown key %q.%s"):format(what, tostring(key), hint(key, shapes.cells)), site)
    elseif not language.fits(value, types) then
      local text = "ui.table: %s: %s must be %s, got %s"
      refuse(text:format(what, tostring(key), language.words(types), type(value)), site)
    end
  end
  if #row > count then
    refuse(("ui.table: %s has %d cells, and the table %d columns"):format(what, #row, count), site)
  end
  local texts = udf.list {}
  for i = 1, count do texts[i] = row[i] == nil and "" or tostring(row[i]) end
  return { cells = texts, event = row.event, fields = row.fields, selected = row.selected }
end

function ui.table(definition)
  local given = copied("table", definition, "table")
  needList("table", "rows", given.rows, "{ row, … }")
  local site, titles = host.site(), columns(given.columns)
  return made("table", { columns = titles, count = #given.rows }, function(i)
    local row = given.rows[i]
    if given.row then row = given.row(row, i) end
    return cells(row, #titles, "row " .. i, site)
  end)
end

function ui.fields(definitions)
  needList("fields", "what it takes", definitions, "{ { label = … }, … }")
  local fields = udf.list {}
  for i, definition in ipairs(definitions) do
    local field = copied("fields", definition, "field")
    if field.key and not field.key:find("^[^%s%c]+$") then
      refuse(("ui.fields: the key %q must be one word, by which one writes: :type WORD TEXT"):format(field.key))
    end
    fields[i] = field
  end
  return made("fields", { fields = fields })
end

function ui.progress(done, total, label)
  return made("progress", {
    done = need("progress", "what is done", done, { "number" }),
    total = need("progress", "the total", total, { "number" }),
    label = may("progress", "the label", label, shown),
  })
end

function ui.empty(text) return made("empty", { text = need("empty", "the text", text, shown) }) end

function ui.error(text, event)
  return made("error", {
    text = need("error", "the text", text, shown), event = may("error", "the event to retry", event, { "string" }),
  })
end

function ui.button(text, event, fields)
  return made("button", {
    text = need("button", "the text", text, shown), event = need("button", "the event", event, { "string" }),
    fields = may("button", "the fields", fields, { "table" }),
  })
end

function ui.divider() return made("divider", {}) end

for name, make in pairs(ui) do ui[name] = host.framed(make) end

local offered = language.readOnly(function(_, name)
  if ui[name] then return ui[name] end
  refuse(("ui has no %q.%s"):format(tostring(name), hint(name, ui)))
end, "ui.%s cannot be written")

-- Adds elements to one list. Nested lists are flattened; nil and false are left out, so that `view.error and
-- ui.error(view.error)` is allowed.
local function collect(item, site, list, depth)
  if elements[item] then
    list[#list + 1] = elements[item]
    return
  elseif type(item) ~= "table" then
    refuse(("a screen gives a list of what ui makes, got %s"):format(type(item)), site)
  end
  if depth > 50 then refuse("the elements are in too many lists; is one of these inside itself?", site) end
  local last = 0
  for key in pairs(item) do
    if math.type(key) ~= "integer" then
      refuse(("a screen gives a list of what ui makes, got a table with the key %q"):format(tostring(key)), site)
    end
    last = math.max(last, key)
  end
  for i = 1, last do
    if item[i] then collect(item[i], site, list, depth + 1) end
  end
end

-- Makes the rows from `first`; near the end also earlier ones, so that there are `count` rows if possible.
local function fill(element, first, count)
  first = math.max(1, math.min(first, element.count - count + 1))
  element.first, element.rows = first, udf.list {}
  for i = first, math.min(element.count, first + count - 1) do
    element.rows[#element.rows + 1] = windows[element](i)
  end
end

-- Draws a view state with a screen, with at most `count` rows of each list.
function internal.draw(screen, first, count, view)
  local list = udf.list {}
  collect(screen.draw(view, offered), sites[screen], list, 0)
  for _, element in ipairs(list) do
    if windows[element] then fill(element, first, count) end
  end
  return list
end
return internal.draw
