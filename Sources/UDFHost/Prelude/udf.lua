-- The module `udf` that apps require. Receives the host's own functions.
local host = ...

local udf = { null = host.null, list = host.list, args = host.args }

-- What was made by which function: features, middleware, policies.
local kinds = setmetatable({}, { __mode = "k" })
-- Where it was made, as "file:line".
local sites = setmetatable({}, { __mode = "k" })
-- A number of its own, which what a file has made keeps for as long as the file is not loaded anew.
local numbers, lastNumber = setmetatable({}, { __mode = "k" }), 0
-- Of features whose state is Swift: true for one that the program registers, else what udf.entities was told.
local natives = setmetatable({}, { __mode = "k" })
-- From each app to its services.
local services = setmetatable({}, { __mode = "k" })

-- Raises an error that knows the key it is about, so that the host can find that key's own line.
local function fail(key, text)
  error({ message = host.site() .. ": " .. text, key = key }, 0)
end

local function keysOf(map)
  local keys = {}
  for key in pairs(map) do keys[#keys + 1] = tostring(key) end
  return keys
end

local function copied(map)
  local copy = {}
  for key, value in pairs(map or {}) do copy[key] = value end
  return copy
end

local function contains(list, value)
  for _, item in ipairs(list) do
    if item == value then return true end
  end
  return false
end

-- A map to names and functions as plain data: of a function only that there is one.
local function targets(map)
  local plain = {}
  for name, target in pairs(map or {}) do
    if type(target) == "function" then plain[name] = true else plain[name] = target end
  end
  return plain
end

local function words(types)
  local copy = {}
  for i, name in ipairs(types) do
    copy[i] = name and (name:find("^[aeiou]") and "an " or "a ") .. name or "false"
  end
  local last = table.remove(copy)
  return #copy > 0 and table.concat(copy, ", ") .. " or " .. last or last
end

local function fits(value, types)
  for _, name in ipairs(types) do
    if type(value) == name or math.type(value) == name or kinds[value] == name then return true end
    if value == false and name == false then return true end
  end
  return false
end

-- A value as an error tells it: with what it is, if that is short.
local function shown(value)
  local kind = type(value)
  if kind == "string" and #value <= 40 then return ("string %q"):format(value) end
  return (kind == "number" or kind == "boolean") and kind .. " " .. tostring(value) or kind
end

local shapes, required = host.declarations.shapes, host.declarations.required

-- Refuses keys that there are not. The check of an app notes each, and goes on as if what is meant were written.
local function checkKeys(subject, map, shape)
  for key, value in pairs(copied(map)) do
    if not shape[key] then
      local hint, meant = host.suggest(tostring(key), keysOf(shape))
      local text = ("%s: unknown key %q.%s"):format(subject, tostring(key), hint)
      if not host.noted then fail(key, text) end
      table.insert(host.noted, { message = host.site() .. ": " .. text, key = type(key) == "string" and key or nil })
      map[key] = nil
      if meant and map[meant] == nil and fits(value, shape[meant]) then map[meant] = value end
    end
  end
end

local function check(kind, definition)
  local shape = shapes[kind]
  if type(definition) ~= "table" then
    fail(nil, ("udf.%s takes a table, got %s"):format(kind, type(definition)))
  end
  checkKeys("udf." .. kind, definition, shape)
  for key, value in pairs(definition) do
    if not fits(value, shape[key]) then
      fail(key, ("udf.%s: %s must be %s, got %s"):format(kind, key, words(shape[key]), shown(value)))
    end
  end
  if (definition.version or 1) < 1 then
    fail("version", ("udf.%s: version must be 1 or more, got %d"):format(kind, definition.version))
  end
  for _, key in ipairs(required[kind] or {}) do
    if definition[key] == nil then fail(nil, ("udf.%s: %s is missing"):format(kind, key)) end
  end
end

local function checkName(kind, name)
  if host.keywords[name] then
    fail("name", ("udf.%s: the name %q is a word of Lua; choose another"):format(kind, name))
  end
  if not name:find("^[%a_][%w_]*$") then
    fail("name", ("udf.%s: name must be a Lua name (letters, digits, _), got %q"):format(kind, name))
  end
end

-- A map whose values have one of some types: `reduce`, `effects`, `events`, `actions`.
local function checkMap(kind, feature, key, ...)
  for name, value in pairs(feature[key] or {}) do
    if type(name) ~= "string" then
      local text = "udf.%s: %s.%s has a list item [%s]: it is a map from names"
      fail(key, text:format(kind, feature.name, key, tostring(name)))
    end
    if not fits(value, { ... }) then
      fail(name, ("udf.%s: %s.%s.%s must be %s, got %s"):format(
        kind, feature.name, key, name, words { ... }, shown(value)))
    end
  end
end

local function checkNames(kind, feature, key)
  for i, name in ipairs(feature[key] or {}) do
    if type(name) ~= "string" then
      fail(key, ("udf.%s: %s.%s[%d] must be a name, got %s"):format(kind, feature.name, key, i, shown(name)))
    end
  end
  for name in pairs(feature[key] or {}) do
    if math.type(name) ~= "integer" then
      local text = "udf.%s: %s.%s is a list of names, and has the key %q"
      fail(key, text:format(kind, feature.name, key, tostring(name)))
    end
  end
end

local function made(kind, definition)
  lastNumber = lastNumber + 1
  kinds[definition], sites[definition], numbers[definition] = kind, host.site(), lastNumber
  return definition
end

local function checkOnReload(kind, definition)
  local known = { "finish", "cancel", "restart" }
  if contains(known, definition.onReload or "finish") then return end
  fail("onReload", ("udf.%s: onReload cannot be %q.%s"):format(
    kind, definition.onReload, host.suggest(definition.onReload, known)))
end

-- What the other parts of the prelude check of a feature.
local checks = {}

local function makeFeature(kind, definition)
  check(kind, definition)
  checkName(kind, definition.name)
  if host.reserved[definition.name] then
    fail("name", ("udf.%s: the name %q is taken by the console; choose another"):format(kind, definition.name))
  end
  checkMap(kind, definition, "actions", "table")
  checkMap(kind, definition, "reduce", "function")
  checkMap(kind, definition, "effects", "function", "policy")
  checkMap(kind, definition, "events", "string", "function", false)
  checkMap(kind, definition, "emits", "string", "function")
  checkNames(kind, definition, "reads")
  checkNames(kind, definition, "uses")
  checkMap(kind, definition, "computed", "table")
  checkMap(kind, definition, "reactions", "table")
  checkOnReload(kind, definition)
  if definition.screen and not definition.view then
    fail("screen", ("udf.%s: %s.screen shows a view state, and there is no view"):format(kind, definition.name))
  end
  for _, each in ipairs(checks) do each(definition) end
  return made("feature", definition)
end

function udf.feature(definition) return makeFeature("feature", definition) end

-- A feature that the program has registered; `additions` are what Lua adds around it: events, effects, a view.
function udf.native(name, additions)
  if type(name) ~= "string" then fail(nil, ("udf.native takes a name, got %s"):format(type(name))) end
  if additions ~= nil and type(additions) ~= "table" then
    fail(nil, ("udf.native: what is added to %q must be a table, got %s"):format(name, type(additions)))
  end
  local definition = { name = name }
  for key, value in pairs(additions or {}) do definition[key] = value end
  natives[makeFeature("native", definition)] = true
  return definition
end

-- A feature whose state is a table of rows by key, kept in Swift. Gives what the host is told of the rows.
local function makeRows(kind, definition)
  makeFeature(kind, definition)
  checkNames(kind, definition, "indexes")
  checkNames(kind, definition, "text")
  if definition.key == "" then fail("key", ("udf.%s: key must name a field, got \"\""):format(kind)) end
  if type(definition.sort) == "table" then checkNames(kind, definition, "sort") end
  natives[definition] = {
    key = definition.key, indexes = udf.list(definition.indexes or {}), text = definition.text,
    sort = type(definition.sort) == "string" and { definition.sort } or udf.list(definition.sort or {}),
  }
  return natives[definition]
end

function udf.entities(definition)
  makeRows("entities", definition)
  return definition
end

function udf.middleware(definition)
  if type(definition) == "function" then definition = { before = definition } end
  check("middleware", definition)
  return made("middleware", definition)
end

function udf.enum(names)
  if type(names) ~= "table" or #names == 0 then fail(nil, "udf.enum takes a list of strings") end
  for i, name in ipairs(names) do
    if type(name) ~= "string" then fail(nil, ("udf.enum: item %d must be a string, got %s"):format(i, type(name))) end
  end
  return { __enum = names }
end

local function checkMembers(app, key, kind)
  local names, count = {}, 0
  for i, member in ipairs(app[key] or {}) do
    count = i
    if kinds[member] ~= kind then
      fail(key, ("udf.app: %s[%d] must be made by udf.%s, got %s"):format(key, i, kind, type(member)))
    end
    local name = member.name
    if kind ~= "middleware" and names[name] then
      local both = "udf.app: two %s are named %q, at %s and %s; names are unique"
      fail(key, both:format(key, name, names[name], sites[member]))
    end
    if name then names[name] = sites[member] end
  end
  for index in pairs(app[key] or {}) do
    if math.type(index) ~= "integer" then
      fail(key, ("udf.app: %s is a list, and has the key %q"):format(key, tostring(index)))
    end
    if index > count then fail(key, ("udf.app: %s[%d] is nil"):format(key, count + 1)) end
  end
end

local function checkServices(app)
  for name, service in pairs(app.services or {}) do
    if type(name) ~= "string" then
      fail("services", ("udf.app: services has a list item [%s]: it is a map from names"):format(tostring(name)))
    end
    if not fits(service, { "table", "function" }) then
      local text = "udf.app: services.%s must be a table of functions or a function that gives one, got %s"
      fail(name, text:format(name, type(service)))
    end
  end
end

function udf.app(definition)
  check("app", definition)
  checkMembers(definition, "features", "feature")
  checkMembers(definition, "middleware", "middleware")
  checkMembers(definition, "scenes", "scene")
  checkServices(definition)
  services[definition] = host.makeServices(definition.services or {}, fail)
  return made("app", host.addFlow(definition))
end

-- A file ends with `return udf.feature { … }`, and its errors name that line.
for name, value in pairs(udf) do
  if type(value) == "function" then udf[name] = host.framed(value) end
end

local public = setmetatable({}, {
  __index = function(_, key)
    if udf[key] == nil then
      error(("udf has no %q.%s"):format(tostring(key), host.suggest(tostring(key), keysOf(udf))), 2)
    end
    return udf[key]
  end,
  __newindex = function(_, key) error(("udf.%s cannot be written"):format(tostring(key)), 2) end,
  __pairs = function() return pairs(copied(udf)) end,
  __metatable = false,
})
return public, {
  udf = udf, kinds = kinds, sites = sites, numbers = numbers, natives = natives, services = services, fail = fail,
  keysOf = keysOf, copied = copied, contains = contains,
  check = check, checkKeys = checkKeys, fits = fits, made = made, words = words, shown = shown,
  shapes = shapes, checkName = checkName, checkMap = checkMap, checkNames = checkNames, checks = checks,
  targets = targets, makeRows = makeRows,
}
