-- The module `udf` that apps require. It receives the host's own functions. Each table of a script is checked here by
-- itself, because here the error has the script's line. `GenerationBuilder` and `FlowCheck` check later whether the
-- tables of the app, and features in Swift, fit together.
local host = ...

local udf = { null = host.null, list = host.list, args = host.args }

-- The kind of each made value: feature, middleware, policy and others.
local kinds = setmetatable({}, { __mode = "k" })
-- The line that made each value, as "file:line".
local sites = setmetatable({}, { __mode = "k" })
-- A unique number for each made value, which changes only when its file is loaded again.
local numbers, lastNumber = setmetatable({}, { __mode = "k" }), 0
-- For features whose state is in Swift: true for one that the program registers, else the definition of udf.entities.
local natives = setmetatable({}, { __mode = "k" })
-- The keys of secrets in the state, by feature.
local secrets = setmetatable({}, { __mode = "k" })
-- The services, by app.
local services = setmetatable({}, { __mode = "k" })

-- Raises an error that contains the key it is about, so that the host can find the line of the key.
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

-- Returns the end of an error about a name that is not a key of a map: the key that was probably meant.
local function hint(name, map) return (host.suggest(tostring(name), keysOf(map))) end

local function contains(list, value)
  for _, item in ipairs(list) do
    if item == value then return true end
  end
  return false
end

-- Makes a table that scripts can read and cannot write. `read` returns the value of a key; `refusal` is the error of a
-- write, with a place for the key; `all` returns the table that `pairs` visits.
local function readOnly(read, refusal, all)
  return setmetatable({}, {
    __index = read, __metatable = false,
    __newindex = function(_, key) error(refusal:format(tostring(key)), 2) end,
    __pairs = all and function() return pairs(all()) end,
  })
end

-- Returns a map of names and functions as plain data, with true for a function.
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

-- Returns a value for an error message: its type, and the value itself if it is short.
local function shown(value)
  local kind = type(value)
  if value == host.null then return "null" end
  if kind == "string" and #value <= 40 then return ("string %q"):format(value) end
  return (kind == "number" or kind == "boolean") and kind .. " " .. tostring(value) or kind
end

local shapes, required = host.declarations.shapes, host.declarations.required

-- Refuses unknown keys. `udfhost check` records them instead, and reads each as the most similar declared key.
local function checkKeys(subject, map, shape)
  for key, value in pairs(copied(map)) do
    if not shape[key] then
      local advice, meant = host.suggest(tostring(key), keysOf(shape))
      local text = ("%s: unknown key %q.%s"):format(subject, tostring(key), advice)
      if not host.noted then fail(key, text) end
      table.insert(host.noted, { message = host.site() .. ": " .. text, key = type(key) == "string" and key or nil })
      map[key] = nil
      if meant and map[meant] == nil and fits(value, shape[meant]) then map[meant] = value end
    end
  end
end

local function checkName(subject, name)
  if host.keywords[name] then
    fail("name", ("%s: the name %q is a word of Lua; choose another"):format(subject, name))
  end
  if not name:find("^[%a_][%w_]*$") then
    fail("name", ("%s: name must be a Lua name (letters, digits, _), got %q"):format(subject, name))
  end
end

-- Checks the values of a map from names, `key`; `place` names the map in errors.
local function checkMap(place, key, map, types)
  for name, value in pairs(map) do
    if type(name) ~= "string" then
      fail(key, ("%s has a list item [%s]: it is a map from names"):format(place, tostring(name)))
    end
    if not fits(value, types) then
      fail(udf.list { key, name }, ("%s.%s must be %s, got %s"):format(place, name, words(types), shown(value)))
    end
  end
end

local function checkNames(place, key, list)
  for i, name in ipairs(list) do
    if type(name) ~= "string" then
      fail(key, ("%s[%d] must be a name, got %s"):format(place, i, shown(name)))
    end
  end
  for name in pairs(list) do
    if math.type(name) ~= "integer" then
      fail(key, ("%s is a list of names, and has the key %q"):format(place, tostring(name)))
    end
  end
end

local function checkChoice(place, key, text, choices)
  if contains(choices, text) then return end
  local quoted = {}
  for i, choice in ipairs(choices) do quoted[i] = ("%q"):format(choice) end
  local last = table.remove(quoted)
  fail(key, ("%s must be %s or %s, got %q.%s"):format(
    place, table.concat(quoted, ", "), last, text, host.suggest(text, choices)))
end

-- Checks a table against the rules of `declarations.lua`. In errors, `subject` names it, and `place` is the prefix of
-- its keys.
local function check(kind, definition, subject, place)
  local shape = shapes[kind]
  subject = subject or "udf." .. kind
  local keyPlace = place or subject .. ": "
  if type(definition) ~= "table" then
    fail(nil, ("%s takes a table, got %s"):format(subject, type(definition)))
  end
  checkKeys(subject, definition, shape)
  -- By the declared keys, because a definition may inherit some of them.
  for key, types in pairs(shape) do
    local value = definition[key]
    if value ~= nil and not fits(value, types) then
      fail(key, ("%s%s must be %s, got %s"):format(keyPlace, key, words(types), shown(value)))
    end
  end
  if (definition.version or 1) < 1 then
    fail("version", ("%sversion must be 1 or more, got %d"):format(keyPlace, definition.version))
  end
  for _, key in ipairs(required[kind]) do
    if definition[key] == nil then
      local help = shape[key].help
      -- An error in an inner table is reported at the key that contains the table.
      fail(place and subject:match("[%w_]+$"), ("%s%s is missing%s"):format(keyPlace, key, help and ": " .. help or ""))
    end
  end
  if shape.name and shape.name.isName then
    checkName(subject, definition.name)
  elseif contains(required[kind], "name") and not definition.name:find("%S") then
    fail("name", keyPlace .. "name must not be empty")
  end
  for key, types in pairs(shape) do
    local value, member = definition[key], (place or ("%s: %s."):format(subject, definition.name or kind)) .. key
    if value ~= nil then
      if types.of then checkMap(member, key, value, types.of) end
      if types.names and type(value) == "table" then checkNames(member, key, value) end
      if types.oneOf and type(value) ~= "function" then checkChoice(member, key, value, types.oneOf) end
    end
  end
end

local function made(kind, definition)
  lastNumber = lastNumber + 1
  kinds[definition], sites[definition], numbers[definition] = kind, host.site(), lastNumber
  return definition
end

-- Returns the initial state without the markers of secret keys, which are nil at first.
local function withoutSecrets(state, names)
  local kept = {}
  for key, value in pairs(state) do
    if type(value) == "table" and value.__secret then names[#names + 1] = key else kept[key] = value end
  end
  return kept
end

-- The checks of a feature in other parts of the prelude.
local checks = {}

local function makeFeature(kind, definition)
  check(kind, definition)
  if host.reserved[definition.name] then
    fail("name", ("udf.%s: the name %q is taken by the console; choose another"):format(kind, definition.name))
  end
  if definition.screen and not definition.view then
    fail("screen", ("udf.%s: %s.screen shows a view state, and there is no view"):format(kind, definition.name))
  end
  for _, key in ipairs { "stamp", "onRejected" } do
    if definition[key] and not definition.shared then
      fail(key, ("udf.%s: %s.%s is for shared features; add shared = true"):format(kind, definition.name, key))
    end
  end
  secrets[definition] = udf.list {}
  if definition.state then definition.state = withoutSecrets(definition.state, secrets[definition]) end
  for _, each in ipairs(checks) do each(definition) end
  return made("feature", definition)
end

function udf.feature(definition) return makeFeature("feature", definition) end

-- Returns a feature of the program; `additions` are its parts in Lua: events, effects, a view.
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

-- Checks the definition of a feature whose rows are stored in Swift, by key. Returns the description of the rows for
-- the host.
local function makeRows(kind, definition)
  makeFeature(kind, definition)
  if definition.key == "" then fail("key", ("udf.%s: key must name a field, got \"\""):format(kind)) end
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

function udf.enum(names, ...)
  if ... ~= nil then
    fail(nil, "udf.enum takes one list of strings. For a field that may be left out: udf.maybe(udf.enum { … })")
  end
  if type(names) ~= "table" or #names == 0 then fail(nil, "udf.enum takes a list of strings") end
  for i, name in ipairs(names) do
    if type(name) ~= "string" then fail(nil, ("udf.enum: item %d must be a string, got %s"):format(i, type(name))) end
  end
  return { __enum = names }
end

-- Returns the type of a text that is never shown or stored, for a field of an action or a key of a feature's state.
function udf.secret(type_)
  if type_ ~= "string" and type_ ~= "string?" then
    fail(nil, ('udf.secret takes "string" or "string?", got %s'):format(shown(type_)))
  end
  return { __secret = type_ }
end

-- Returns the type of a field that may be left out.
function udf.maybe(type_)
  if type(type_) == "string" then return type_:find("%?$") and type_ or type_ .. "?" end
  if type(type_) ~= "table" then
    fail(nil, ('udf.maybe takes the type of a field, such as { "string" }, got %s'):format(shown(type_)))
  end
  if type_.__secret then return udf.secret "string?" end
  return { __maybe = type_ }
end

local function checkMembers(app, key, kind)
  local names, count = {}, 0
  if kinds[app[key]] == kind then
    fail(key, ("udf.app: %s is a list. To fix this, put the udf.%s into braces: %s = { … }"):format(key, kind, key))
  end
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

function udf.app(definition)
  check("app", definition)
  checkMembers(definition, "features", "feature")
  checkMembers(definition, "middleware", "middleware")
  checkMembers(definition, "scenes", "scene")
  services[definition] = host.makeServices(definition.services or {}, fail)
  return made("app", host.addFlow(definition))
end

-- Framed, because a file ends with `return udf.feature { … }`, and errors must name that line.
for name, value in pairs(udf) do
  if type(value) == "function" then udf[name] = host.framed(value) end
end

host.library = readOnly(function(_, key)
  if udf[key] == nil then error(("udf has no %q.%s"):format(tostring(key), hint(key, udf)), 2) end
  return udf[key]
end, "udf.%s cannot be written", function() return copied(udf) end)

host.language = {
  udf = udf, kinds = kinds, sites = sites, numbers = numbers, natives = natives, services = services, fail = fail,
  keysOf = keysOf, hint = hint, copied = copied, contains = contains, readOnly = readOnly,
  check = check, fits = fits, made = made, words = words, shown = shown, shapes = shapes, checks = checks,
  targets = targets, makeRows = makeRows, secrets = secrets,
}
