-- Functions that the host calls on the app of the files.
local host = ...
local language, internal, memo = host.language, host.internal, host.memo
local udf, kinds, sites, natives = language.udf, language.kinds, language.sites, language.natives
local services, numbers = language.services, language.numbers
local fail, keysOf, readOnly = language.fail, language.keysOf, language.readOnly

function internal.identity(value) return value end

-- Completes the library of a file with `require`, which finds only files; Lua's own libraries are modules too.
local standard = {
  _G = true, string = true, table = true, math = true, utf8 = true, coroutine = true, os = true, io = true,
  debug = true,
}

-- Joins the texts in the arguments of a framed function.
local function joined(name, ...)
  local texts = { ... }
  for i = 1, select("#", ...) do
    local kind = math.type(texts[i]) or type(texts[i])
    if kind == "float" then texts[i] = ("%.14g"):format(texts[i])
    elseif kind ~= "integer" and kind ~= "string" then
      error(("bad argument #%d to '%s' (string expected, got %s)"):format(i, name, kind), 4)
    end
  end
  return table.concat(texts)
end

-- Makes `io`, which writes to the same output as `print`. Its stream cannot be closed and has no position.
local function output(name)
  local methods = { flush = function(self) return self end, setvbuf = function() return true end }
  methods.write = host.framed(function(self, ...)
    host.write(joined("write", ...))
    return self
  end)
  return setmetatable({}, {
    __index = methods, __name = "FILE*", __metatable = false,
    __tostring = function() return "file (" .. name .. ")" end,
  })
end

local stdout, stderr = output("stdout"), output("stderr")
internal.isOutput = { [stdout] = true, [stderr] = true }

function internal.openOutput(own)
  local io = own.io
  io.stdout, io.stderr = stdout, stderr
  io.write = host.framed(function(...)
    host.write(joined("write", ...))
    return stdout
  end)
  function io.flush() return stdout end
  function io.type(value) return (value == stdout or value == stderr) and "file" or nil end
end

function internal.openRequire(own)
  internal.openOutput(own)
  local find = own.require
  local function library(name) return name ~= nil and standard[name] and own[name] end
  own.require = host.framed(function(name) return library(name) or find(name) end)
  own.package = {
    config = "/\n;\n?\n!\n-\n",
    loaded = setmetatable({}, {
      __index = function(_, name) return library(name) or find(name, true) end,
      __newindex = function() error("package.loaded can only be read", 2) end,
      __metatable = false,
    }),
  }
end

-- Calls a function with values that are not plain data.
function internal.apply(call) return call.f(call.a1, call.a2, call.a3, call.a4, call.a5, call.a6) end

function internal.isApp(value) return kinds[value] == "app" end

-- Returns the declared fields of actions. Functions, which plain data cannot contain, become names of unknown types.
local function fieldTypes(actions)
  local function holdsFunction(value, depth)
    if type(value) ~= "table" or depth == 8 then return type(value) == "function" end
    for _, item in next, value do if holdsFunction(item, depth + 1) then return true end end
    return false
  end
  local declared = actions and {}
  for action, fields in pairs(actions or {}) do
    declared[action] = fields
    for name, field in pairs(type(fields) == "table" and fields or {}) do
      if holdsFunction(field, 1) then
        if declared[action] == fields then declared[action] = language.copied(fields) end
        declared[action][name] = type(field) == "function" and "function" or "table of functions"
      end
    end
  end
  return declared
end

-- Returns the app as plain data.
function internal.describe(app)
  local features = udf.list {}
  for i, feature in ipairs(app.features) do
    local events, emits, outputs = language.targets(feature.events), language.targets(feature.emits), {}
    local policies = {}
    for name, effect in pairs(feature.effects or {}) do
      local usecase = language.bound[type(effect) == "table" and effect.run or effect]
      if usecase then outputs[usecase.name] = udf.list(keysOf(usecase.roles)) end
      if type(effect) == "table" then policies[name] = internal.describePolicy(effect) end
    end
    features[i] = {
      name = feature.name, version = feature.version, site = sites[feature], actions = fieldTypes(feature.actions),
      reduce = udf.list(keysOf(feature.reduce or {})), effects = udf.list(keysOf(feature.effects or {})),
      policies = policies, emits = emits, outputs = outputs,
      events = events, view = feature.view ~= nil, screen = feature.screen ~= nil, migrate = feature.migrate ~= nil,
      reads = udf.list(feature.reads or {}), uses = udf.list(feature.uses or {}), native = natives[feature],
      derived = internal.describeDerived(feature), onReload = feature.onReload, number = numbers[feature],
      secrets = language.secrets[feature], shared = feature.shared, stamp = feature.stamp ~= nil,
      onRejected = feature.onRejected ~= nil,
    }
  end
  local middleware, methods = udf.list {}, {}
  for name, service in pairs(services[app]) do methods[name] = udf.list(keysOf(service)) end
  for i, each in ipairs(app.middleware or {}) do
    middleware[i] = { name = each.name or "at " .. sites[each], intercepts = each.intercepts }
  end
  return {
    name = app.name, version = app.version, site = sites[app], features = features, grants = app.grants,
    middleware = middleware, services = methods, flow = language.describeFlow(app),
    scenes = language.describeScenes(app),
  }
end

function internal.event(feature, name, state)
  return function(event) return feature.events[name](event, state) end
end

function internal.middleware(middleware, when, state, send)
  local shared = { state = state, send = send, log = host.log, before = host.before }
  setmetatable(shared, { __index = language.lacking(shared) })
  local context = setmetatable({}, { __index = shared, __metatable = false })
  return function(action, changes) return middleware[when](context, action, changes) end
end

-- A reducer that adds missing keys of an initial state, and writes nothing else.
function internal.merge(state, action)
  for key, value in pairs(action.defaults) do
    if state[key] == nil then state[key] = value end
  end
end

-- A reducer that replaces the whole state.
function internal.replace(_, action) return action.content end

-- Returns a feature's members at the prompt: a function per action, and `make`, which only builds the actions.
function internal.members(definition, senders)
  local feature, own = definition.name, language.members[definition]
  if own then return own(senders) end
  local make = {}
  for name in pairs(senders) do
    make[name] = host.framed(function(fields)
      local action = { type = feature .. "/" .. name }
      for key, value in pairs(fields or {}) do action[key] = value end
      return host.sealed(action)
    end)
  end
  local function unknown(_, name)
    local hint = language.hint(name, senders)
    local ofRows = definition.key and (name == "rows" or name == "count")
    if type(definition.events) == "table" and definition.events[name] ~= nil then
      hint = (" To raise its event, write: event(%q)"):format(feature .. "." .. name)
    elseif ofRows or type(definition.state) == "table" and definition.state[name] ~= nil then
      hint = (" The state has it: state.%s.%s"):format(feature, name)
    end
    fail(name, ("%s has no action %q.%s"):format(feature, tostring(name), hint))
  end
  setmetatable(make, { __index = unknown })
  local members = { make = make }
  for name, sender in pairs(senders) do members[name] = sender end
  return setmetatable(members, { __index = unknown })
end

-- Returns the services at the prompt. A line must not change the services of effects.
function internal.servicesOf(app)
  local all = services[app]
  return readOnly(function(_, name)
    if all[name] then return all[name] end
    error(("there is no service %q.%s"):format(tostring(name), language.hint(name, all)), 2)
  end, "services.%s cannot be written. To fix this, put it into udf.app{ services = … }", function()
    return language.copied(all)
  end)
end

-- View states outside of views, as copies, so that results stay unchanged.
internal.views = readOnly(
  function(_, name) return memo.freeze((host.view(name))) end,
  "view.%s cannot be written: it is computed from the state",
  function() return memo.freeze((host.view())) end)

local warns = true

internal.warn = host.framed(function(...)
  if select("#", ...) == 0 then error("bad argument #1 to 'warn' (string expected, got no value)", 3) end
  local text = joined("warn", ...)
  if select("#", ...) > 1 or text:sub(1, 1) ~= "@" then
    if warns then host.log("warning", text) end
  elseif text == "@on" or text == "@off" then
    warns = text == "@on"
  end
end)

-- `print` at the prompt; in a file of the app, `print` writes to the log.
function internal.print(...)
  local parts = { n = select("#", ...), ... }
  for i = 1, parts.n do
    local text = tostring(parts[i])
    -- A table without `__tostring` is shown by its content. In a reducer its text is without an address.
    if type(parts[i]) ~= "table" or text ~= "table" and not text:find("^table: ") then parts[i] = text end
  end
  host.print(table.unpack(parts, 1, parts.n))
end

