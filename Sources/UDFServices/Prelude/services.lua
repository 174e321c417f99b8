-- The services of an app: those of the host, and the Lua services of the app, which can replace or extend them.
local host = ...
local keysOf, copied, readOnly = host.language.keysOf, host.language.copied, host.language.readOnly

-- The names of services, by the tables that scripts hold.
host.serviceNames = setmetatable({}, { __mode = "k" })

-- Requests batches by number, so that no batch is lost if the task that waits for it is cancelled.
local function stream(service, name, id)
  local batch, at, number, isWaiting, isOver = {}, 0, 0, false, false
  local stopWaiting = setmetatable({}, { __close = function() isWaiting = false end })
  local function refuse(reason) error(("%s.%s: %s"):format(service, name, reason), 4) end
  local function more()
    if isWaiting then
      refuse("another task already waits for this iterator. To fix this, give each task an iterator of its own")
    end
    isWaiting = true
    local guard <close> = stopWaiting -- luacheck: ignore
    local given = host.pull(id, number + 1)
    if not given then
      refuse("this iterator is closed: it ends with its loop, and with the effect or the line that asked for it. "
        .. "To fix this, ask for another one")
    end
    batch, at, number, isOver = given, 0, number + 1, #given == 0
    if isOver then host.pull(id) end
  end
  local function following()
    if at >= #batch and not isOver then more() end
    at = at + 1
    return batch[at]
  end
  -- Lua closes the fourth value when the loop ends for any reason. The rest of the batch is then discarded.
  local function close()
    batch, at = {}, 0
    host.pull(id)
  end
  return following, nil, nil, setmetatable({}, { __close = close })
end

-- Checks the arguments here, because the host's error could not name the argument.
local function checkPlain(service, name, ...)
  local first = ...
  if first ~= nil and host.serviceNames[first] == service then
    error(("%s.%s is called with a dot and not a colon: %s.%s(…)"):format(service, name, service, name), 3)
  end
  for i = 1, select("#", ...) do
    local kind = type((select(i, ...)))
    if kind == "function" or kind == "thread" then
      error(("%s.%s: argument %d is a %s; services accept only plain data"):format(service, name, i, kind), 3)
    end
  end
end

-- Makes a function that calls a Swift method.
local function native(service, name)
  return function(...)
    checkPlain(service, name, ...)
    local kind, value = host.service(service, name, ...)
    if kind == "stream" then return stream(service, name, value) end
    return value
  end
end

-- Wraps a Lua method: an error that it raises becomes an error table like that of a Swift method.
local function guarded(service, name, method)
  local function described(raised)
    local problem = { code = "failed", message = "an error table without a message", service = service, method = name }
    if type(raised) ~= "table" then raised = { message = tostring(raised) } end
    for key, value in pairs(raised) do problem[key] = value end
    problem.traceback = problem.traceback or debug.traceback()
    return problem
  end
  local function answer(ok, ...)
    if ok then return ... end
    error((...), 0)
  end
  return function(...)
    host.counted(service)
    return answer(xpcall(method, described, ...))
  end
end

local function sealed(service, methods)
  local refusal = "services.%s.%%s cannot be written. To fix this, put it into udf.app{ services = … }"
  local made = readOnly(function(_, name)
    if methods[name] then return methods[name] end
    error(("the service %s has no method %q.%s"):format(service, tostring(name), host.language.hint(name, methods)), 2)
  end, refusal:format((service:gsub("%%", "%%%%"))),
  -- Iteration uses a copy, because `pairs` would return the table of methods itself.
  function() return copied(methods) end)
  host.serviceNames[made] = service
  return made
end

local function natives(service)
  if not host.methods[service] then return nil end
  local methods = {}
  for _, name in ipairs(host.methods[service]) do methods[name] = native(service, name) end
  return methods
end

-- Makes all services by name. `own`, from the app, has tables, whose methods replace single methods of a service, and
-- factories, whose result replaces the service. A factory gets the other services, the replaced one, and `sleep`.
function host.makeServices(own, fail)
  local made, isMaking, make = {}, {}, nil

  local function core(service)
    return setmetatable({}, {
      __index = function(_, name)
        if name == "sleep" then return host.sleep end
        if name ~= service then return make(name) end
        local below = natives(name)
        if below then return sealed(name, below) end
        error(("there is no service %q below this one"):format(name), 2)
      end,
      __metatable = false,
    })
  end

  function make(service)
    if made[service] then return made[service] end
    if isMaking[service] then fail(service, ("udf.app: services.%s depends on itself"):format(service)) end
    isMaking[service] = true
    local layer, methods = own[service], natives(service)
    if not layer and not methods then
      local known = keysOf(host.methods)
      for name in pairs(own) do known[#known + 1] = name end
      local name = tostring(service)
      fail(service, ("there is no service %q.%s"):format(name, host.suggest(name, known)))
    end
    if type(layer) == "function" then
      layer, methods = layer(core(service)), {}
      if type(layer) ~= "table" then
        fail(service, ("udf.app: services.%s must return a table of functions, got %s"):format(service, type(layer)))
      end
    end
    methods = methods or {}
    for name, method in pairs(layer or {}) do
      if type(name) ~= "string" or type(method) ~= "function" then
        fail(service, ("udf.app: services.%s.%s must be a function, got %s"):format(
          service, tostring(name), type(method)))
      end
      methods[name] = guarded(service, name, method)
    end
    made[service] = sealed(service, methods)
    return made[service]
  end

  -- Checks all services before the first factory runs.
  for service, layer in pairs(own) do
    if type(service) ~= "string" then
      fail("services", ("udf.app: services has a list item [%s]: it is a map from names"):format(tostring(service)))
    end
    if type(layer) ~= "table" and type(layer) ~= "function" then
      local text = "udf.app: services.%s must be a table of functions or a function that gives one, got %s"
      fail(service, text:format(service, type(layer)))
    end
  end
  for service in pairs(host.methods) do make(service) end
  for service in pairs(own) do make(service) end
  return made
end
