-- What the host does in Lua with what the app's files have made.
local host = ...
local language, internal, memo = host.language, host.internal, host.memo
local udf, kinds, sites, natives = language.udf, language.kinds, language.sites, language.natives
local services, numbers = language.services, language.numbers
local fail, keysOf, readOnly = language.fail, language.keysOf, language.readOnly

function internal.identity(value) return value end

-- Calls a function with values that are not plain data.
function internal.apply(call) return call.f(call.a1, call.a2, call.a3, call.a4, call.a5, call.a6) end

function internal.isApp(value) return kinds[value] == "app" end

-- The app as plain data.
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
      name = feature.name, version = feature.version, site = sites[feature], actions = feature.actions,
      reduce = udf.list(keysOf(feature.reduce or {})), effects = udf.list(keysOf(feature.effects or {})),
      policies = policies, emits = emits, outputs = outputs,
      events = events, view = feature.view ~= nil, screen = feature.screen ~= nil, migrate = feature.migrate ~= nil,
      reads = udf.list(feature.reads or {}), uses = udf.list(feature.uses or {}), native = natives[feature],
      derived = internal.describeDerived(feature), onReload = feature.onReload, number = numbers[feature],
    }
  end
  local middleware, methods = udf.list {}, {}
  for name, service in pairs(services[app]) do methods[name] = udf.list(keysOf(service)) end
  for i, each in ipairs(app.middleware or {}) do
    middleware[i] = { name = each.name or "at " .. sites[each], intercepts = each.intercepts }
  end
  return {
    name = app.name, version = app.version, features = features, grants = app.grants,
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

-- A reducer for new keys of an initial state: only they are written.
function internal.merge(state, action)
  for key, value in pairs(action.defaults) do
    if state[key] == nil then state[key] = value end
  end
end

-- A reducer for a whole new state.
function internal.replace(_, action) return action.content end

-- What the prompt offers of a feature: a function per action, and `make`, which only builds them.
function internal.members(definition, senders)
  local feature, own = definition.name, language.members[definition]
  if own then return own(senders) end
  local make = {}
  for name in pairs(senders) do
    make[name] = function(fields)
      local action = { type = feature .. "/" .. name }
      for key, value in pairs(fields or {}) do action[key] = value end
      return action
    end
  end
  local function unknown(_, name)
    fail(name, ("%s has no action %q.%s"):format(feature, tostring(name), language.hint(name, senders)))
  end
  setmetatable(make, { __index = unknown })
  local members = { make = make }
  for name, sender in pairs(senders) do members[name] = sender end
  return setmetatable(members, { __index = unknown })
end

-- The services at the prompt. A line must not write into what effects have.
function internal.servicesOf(app)
  local all = services[app]
  return readOnly(function(_, name)
    if all[name] then return all[name] end
    error(("there is no service %q.%s"):format(tostring(name), language.hint(name, all)), 2)
  end, "services.%s cannot be written. To fix this, put it into udf.app{ services = … }", function()
    return language.copied(all)
  end)
end

-- View states wherever there is no view: copied, so that what was read stays.
internal.views = readOnly(
  function(_, name) return memo.freeze((host.view(name))) end, "view.%s cannot be written: it follows from the state",
  function() return memo.freeze((host.view())) end)

-- What `print` is at the prompt; in a file of the app it goes to the log.
function internal.print(...)
  local texts = {}
  for i = 1, select("#", ...) do texts[i] = tostring((select(i, ...))) end
  host.print(table.concat(texts, "\t"))
end

