-- The module `udf` that apps require, and what the host itself does in Lua. Receives the host's own functions.
local host = ...

local udf = { null = host.null, list = host.list, args = host.args }

-- What was made by which function: features, middleware, enums.
local kinds = setmetatable({}, { __mode = "k" })
-- Where it was made, as "file:line".
local sites = setmetatable({}, { __mode = "k" })
-- Of features whose state is Swift: true for one that the program registers, else what udf.entities was told.
local natives = setmetatable({}, { __mode = "k" })

-- Raises an error that knows the key it is about, so that the host can find that key's own line.
local function fail(key, text)
  error({ message = host.site() .. ": " .. text, key = key }, 0)
end

local function keysOf(map)
  local keys = {}
  for key in pairs(map) do if key ~= "required" then keys[#keys + 1] = tostring(key) end end
  return keys
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
    if type(value) == name or math.type(value) == name or value == name then return true end
  end
  return false
end

-- Each key with the types it may have; `required` those that must be there.
local shapes = {
  app = {
    required = { "name", "features" },
    name = { "string" }, version = { "integer" }, features = { "table" }, middleware = { "table" },
    grants = { "table" },
  },
  feature = {
    required = { "name" },
    name = { "string" }, version = { "integer" }, state = { "table" }, actions = { "table" }, events = { "table" },
    reduce = { "table" }, effects = { "table" }, view = { "function" }, reads = { "table" }, uses = { "table" },
    migrate = { "function" },
  },
  middleware = { required = {}, name = { "string" }, before = { "function" }, after = { "function" } },
}

-- What Lua may add around a reducer in Swift.
for _, kind in ipairs { "native", "entities" } do
  shapes[kind] = { required = { "name" } }
  for _, key in ipairs { "name", "events", "effects", "view", "reads", "uses" } do
    shapes[kind][key] = shapes.feature[key]
  end
end
shapes.entities.required = { "name", "key" }
shapes.entities.key, shapes.entities.indexes = { "string" }, { "table" }
shapes.entities.sort, shapes.entities.text = { "string", "table" }, { "table" }

local function check(kind, definition)
  local shape = shapes[kind]
  if type(definition) ~= "table" then
    fail(nil, ("udf.%s takes a table, got %s"):format(kind, type(definition)))
  end
  for key, value in pairs(definition) do
    local types = key ~= "required" and shape[key]
    if not types then
      local known = keysOf(shape)
      fail(key, ("udf.%s: unknown key %q.%s"):format(kind, tostring(key), host.suggest(tostring(key), known)))
    end
    if not fits(value, types) then
      fail(key, ("udf.%s: %s must be %s, got %s"):format(kind, key, words(types), type(value)))
    end
  end
  for _, key in ipairs(shape.required) do
    if definition[key] == nil then fail(nil, ("udf.%s: %s is missing"):format(kind, key)) end
  end
end

local keywords = {}
for word in ([[and break do else elseif end false for function goto if in local nil not or repeat return then true until
  while]]):gmatch("%a+") do keywords[word] = true end

local function checkName(kind, name)
  if keywords[name] then fail("name", ("udf.%s: the name %q is a word of Lua; choose another"):format(kind, name)) end
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
        kind, feature.name, key, name, words { ... }, type(value)))
    end
  end
end

local function checkNames(kind, feature, key)
  for i, name in ipairs(feature[key] or {}) do
    if type(name) ~= "string" then
      fail(key, ("udf.%s: %s.%s[%d] must be a name, got %s"):format(kind, feature.name, key, i, type(name)))
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
  kinds[definition] = kind
  sites[definition] = host.site()
  return definition
end

local function makeFeature(kind, definition)
  check(kind, definition)
  checkName(kind, definition.name)
  if host.reserved[definition.name] then
    fail("name", ("udf.%s: the name %q is taken by the console; choose another"):format(kind, definition.name))
  end
  checkMap(kind, definition, "actions", "table")
  checkMap(kind, definition, "reduce", "function")
  checkMap(kind, definition, "effects", "function")
  checkMap(kind, definition, "events", "string", "function", false)
  checkNames(kind, definition, "reads")
  checkNames(kind, definition, "uses")
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

-- A table of rows by key, kept in Swift.
function udf.entities(definition)
  makeFeature("entities", definition)
  checkNames("entities", definition, "indexes")
  checkNames("entities", definition, "text")
  if definition.key == "" then fail("key", "udf.entities: key must name a field, got \"\"") end
  if type(definition.sort) == "table" then checkNames("entities", definition, "sort") end
  natives[definition] = {
    key = definition.key, indexes = udf.list(definition.indexes or {}), text = definition.text,
    sort = type(definition.sort) == "string" and { definition.sort } or udf.list(definition.sort or {}),
  }
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
    if kind == "feature" and names[name] then
      local both = "udf.app: two features are named %q, at %s and %s; names are unique"
      fail(key, both:format(name, names[name], sites[member]))
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
  return made("app", definition)
end

-- A file ends with `return udf.feature { … }`, and its errors name that line.
for name, value in pairs(udf) do
  if type(value) == "function" then udf[name] = host.framed(value) end
end

-- MARK: what the host calls

local internal = {}

function internal.identity(value) return value end

-- Calls a function with values that are not plain data.
function internal.apply(call) return call.f(call.a1, call.a2, call.a3, call.a4) end

function internal.isApp(value) return kinds[value] == "app" end

-- The app as plain data.
function internal.describe(app)
  local features = udf.list {}
  for i, feature in ipairs(app.features) do
    local events = {}
    for name, target in pairs(feature.events or {}) do
      if type(target) == "function" then events[name] = true else events[name] = target end
    end
    features[i] = {
      name = feature.name, version = feature.version, site = sites[feature], actions = feature.actions,
      reduce = udf.list(keysOf(feature.reduce or {})), effects = udf.list(keysOf(feature.effects or {})),
      events = events, view = feature.view ~= nil, migrate = feature.migrate ~= nil,
      reads = udf.list(feature.reads or {}), uses = udf.list(feature.uses or {}), native = natives[feature],
    }
  end
  return {
    name = app.name, version = app.version, features = features, grants = app.grants,
    middleware = #(app.middleware or {}),
  }
end

local function stream(id)
  local batch, at = nil, 0
  return function()
    if batch and at >= #batch then batch = nil end
    if not batch then
      batch, at = host.pull(id), 0
      if not batch or #batch == 0 then return nil end
    end
    at = at + 1
    return batch[at]
  end
end

local function method(service, name)
  return function(...)
    local kind, value = host.service(service, name, ...)
    if kind == "stream" then return stream(value) end
    return value
  end
end

-- The services that a feature's `uses` lists.
local function services(feature)
  local reach = {}
  for _, name in ipairs(feature.uses or {}) do
    local methods = {}
    for _, each in ipairs(host.methods[name]) do methods[each] = method(name, each) end
    reach[name] = setmetatable(methods, {
      __index = function(_, key)
        local meant = host.suggest(tostring(key), host.methods[name])
        error(("the service %s has no method %q.%s"):format(name, tostring(key), meant), 2)
      end,
    })
  end
  return setmetatable(reach, {
    __index = function(_, name)
      error(("the service %q is not listed by the feature %s. To fix this, add it: uses = { %q }"):format(
        tostring(name), feature.name, tostring(name)), 2)
    end,
  })
end

-- The slices that a feature's `reads` lists.
local function others(feature, state)
  local listed = {}
  for _, name in ipairs(feature.reads or {}) do listed[name] = true end
  return setmetatable({}, {
    __index = function(_, name)
      if listed[name] then return state[name] end
      error(("the feature %q is not listed by %s. To fix this, add it: reads = { %q }"):format(
        tostring(name), feature.name, tostring(name)), 2)
    end,
    __metatable = false,
  })
end

-- A function that runs an effect with a fresh context.
function internal.effects(feature, state, send, all)
  local shared = {
    state = state, others = others(feature, all), send = send, sleep = host.sleep, log = host.log,
    progress = host.progress, services = services(feature),
  }
  local context = { __index = shared, __metatable = false }
  return function(effect, action) return effect(setmetatable({}, context), action) end
end

function internal.view(feature, state, all)
  local seen = others(feature, all)
  return function() return feature.view(state, {}, seen) end
end

function internal.event(feature, name, state)
  return function(event) return feature.events[name](event, state) end
end

function internal.middleware(middleware, when, state, send)
  local context = setmetatable({}, { __index = { state = state, send = send, log = host.log }, __metatable = false })
  return function(action, changes) return middleware[when](context, action, changes) end
end

-- A reducer for new keys of an initial state: only they are written.
function internal.merge(state, action)
  for key, value in pairs(action.defaults) do
    if state[key] == nil then state[key] = value end
  end
end

-- A reducer for a whole new state.
function internal.replace(_, action) return action.content end

-- What the prompt offers of a feature: a function per action, and `make`, which only builds them.
function internal.members(feature, senders)
  local make = {}
  for name in pairs(senders) do
    make[name] = function(fields)
      local action = { type = feature .. "/" .. name }
      for key, value in pairs(fields or {}) do action[key] = value end
      return action
    end
  end
  local function unknown(_, name)
    local meant = host.suggest(tostring(name), keysOf(senders))
    fail(name, ("%s has no action %q.%s"):format(feature, tostring(name), meant))
  end
  setmetatable(make, { __index = unknown })
  local members = { make = make }
  for name, sender in pairs(senders) do members[name] = sender end
  return setmetatable(members, { __index = unknown })
end

internal.views = setmetatable({}, {
  __index = function(_, name) return host.view(name) end,
  __pairs = function() return pairs(host.view()) end,
})

function internal.isViews(value) return rawequal(value, internal.views) end

-- What `print` is at the prompt; in a file of the app it goes to the log.
function internal.print(...)
  local texts = {}
  for i = 1, select("#", ...) do texts[i] = tostring((select(i, ...))) end
  host.print(table.concat(texts, "\t"))
end

local public = setmetatable({}, {
  __index = function(_, key)
    if udf[key] == nil then
      error(("udf has no %q.%s"):format(tostring(key), host.suggest(tostring(key), keysOf(udf))), 2)
    end
    return udf[key]
  end,
  __newindex = function(_, key) error(("udf.%s cannot be written"):format(tostring(key)), 2) end,
  __pairs = function() return pairs(udf) end,
  __metatable = false,
})
return public, internal
