-- The context of effects.
local host = ...
local language, internal = host.language, host.internal

-- Reports an iterator step by step, until the loop over it ends. Scripts see the same function: it may return several
-- values, or be a plain function and take arguments.
local function followed(call, following, state, control, closing)
  local function report(how, value) host.answered(call, how, value) end
  local function close()
    report("end")
    local closed <close> = closing -- luacheck: ignore
  end
  local function given(isOk, item, ...)
    report(isOk and item ~= nil and "item" or "end", item)
    if not isOk then error(item, 0) end
    return item, ...
  end
  local function step(...)
    report("request")
    return given(pcall(following, ...))
  end
  report("iterator")
  return step, state, control, setmetatable({}, { __close = close })
end

local function answered(call, isOk, first, ...)
  if isOk and type(first) == "function" then return followed(call, first, ...) end
  host.answered(call, isOk, first, ...)
  if not isOk then error(first, 0) end
  return first, ...
end

-- A service whose calls are reported to the host.
local function witnessed(name, service)
  local methods = {}
  for key, method in pairs(service) do
    methods[key] = function(...) return answered(host.called(name, key, ...), pcall(method, ...)) end
  end
  local made = setmetatable({}, {
    -- Tables, so that errors name the script's own line.
    __index = setmetatable(methods, { __index = service }), __newindex = service,
    __pairs = function() return pairs(methods) end, __metatable = false,
  })
  host.serviceNames[made] = name
  return made
end

-- Whether calls are reported, and for the services of each context, all services of the app.
local isWitnessing, reaches = false, setmetatable({}, { __mode = "k" })

local function lead(reach, all)
  for name in pairs(reach) do reach[name] = isWitnessing and witnessed(name, all[name]) or all[name] end
end

function internal.witness(isOn)
  isWitnessing = isOn
  for reach, all in pairs(reaches) do lead(reach, all) end
end

-- Returns the text of a list of names with one more name.
local function completed(key, names, missing)
  local all = {}
  for i, name in ipairs(names or {}) do all[i] = ("%q"):format(name) end
  all[#all + 1] = ("%q"):format(tostring(missing))
  return ("%s = { %s }"):format(key, table.concat(all, ", "))
end

-- Returns the services that a feature's `uses` lists.
local function services(feature, all)
  local reach = {}
  for _, name in ipairs(feature.uses or {}) do reach[name] = all[name] end
  reaches[reach] = all
  lead(reach, all)
  return setmetatable(reach, {
    __index = function(_, name)
      error(("the service %q is not listed by the feature %s. To fix this, add it: %s"):format(
        tostring(name), feature.name, completed("uses", feature.uses, name)), 2)
    end,
    __metatable = false,
  })
end

-- Returns the slices that a feature's `reads` lists.
function internal.others(feature, state)
  local listed = {}
  for _, name in ipairs(feature.reads or {}) do listed[name] = true end
  return setmetatable({}, {
    __index = function(_, name)
      if listed[name] then return state[name] end
      if state[name] == nil then
        name = tostring(name)
        error(("there is no feature %q.%s"):format(name, language.hint(name, state)), 2)
      end
      error(("the feature %q is not listed by %s. To fix this, add it: %s"):format(
        tostring(name), feature.name, completed("reads", feature.reads, name)), 2)
    end,
    __metatable = false,
  })
end

local function checkFunctions(name, functions)
  if type(functions) == "table" and getmetatable(functions) ~= nil then
    error(("cx.%s is called with a dot and not a colon: cx.%s { … }"):format(name, name), 3)
  end
  if type(functions) ~= "table" then
    error(("cx.%s takes a list of functions, got %s"):format(name, type(functions)), 3)
  end
  local count = 0
  for key, item in pairs(functions) do
    count = count + 1
    if math.type(key) ~= "integer" then
      error(("cx.%s takes a list of functions, and there is one under the key %q"):format(name, tostring(key)), 3)
    elseif type(item) ~= "function" then
      error(("cx.%s: item %d must be a function, got %s"):format(name, key, type(item)), 3)
    end
  end
  for i = 1, count do
    if functions[i] == nil then error(("cx.%s: item %d is nil"):format(name, i), 3) end
  end
  -- Raises an error before any function starts, if the script cannot wait.
  host.join(false)
end

-- Runs functions concurrently, and returns the first result of each.
local function all(functions)
  checkFunctions("all", functions)
  local results, tasks = {}, {}
  for i, body in ipairs(functions) do tasks[i] = host.spawn(function() results[i] = body() end) end
  host.join(false, table.unpack(tasks))
  return table.unpack(results, 1, #tasks)
end

-- Runs functions concurrently, returns the results of the first one that ends and cancels the others.
local function race(functions)
  checkFunctions("race", functions)
  if #functions == 0 then error("cx.race takes at least one function", 2) end
  local winner
  local tasks = {}
  for i, body in ipairs(functions) do
    tasks[i] = host.spawn(function()
      local results = table.pack(body())
      winner = winner or results
    end)
  end
  host.join(true, table.unpack(tasks))
  return table.unpack(winner, 1, winner.n)
end

-- Runs a function concurrently with the effect. The effect ends only after the function.
local function spawn(body)
  if type(body) ~= "function" then error(("cx.spawn takes a function, got %s"):format(type(body)), 2) end
  local results, problem = nil, { code = "cancelled", message = "the task was cancelled" }
  local ending = setmetatable({}, {
    __close = function(_, raised)
      if type(raised) ~= "table" or raised.code ~= "cancelled" then problem = raised end
    end,
  })
  local id = host.spawn(function()
    local ended <close> = ending -- luacheck: ignore
    results = table.pack(body())
  end)
  return {
    id = id,
    cancel = function() host.cancelTask(id) end,
    await = function()
      if not results then host.join(false, id) end
      if not results then error(problem, 0) end
      return table.unpack(results, 1, results.n)
    end,
  }
end

-- The contexts of effects, by feature.
local contexts = setmetatable({}, { __mode = "k" })

-- Returns the function that a feature's `send` calls with a function: it starts the function as an effect.
function internal.later(feature)
  return function(body)
    host.later(function() return body(contexts[feature]) end, feature.name)
  end
end

-- Returns the prompt as a feature that may use and read everything.
function internal.everything(app)
  local uses, reads = {}, {}
  for name in pairs(language.services[app]) do uses[#uses + 1] = name end
  for i, feature in ipairs(app.features) do reads[i] = feature.name end
  return { name = "the prompt", uses = uses, reads = reads }
end

-- Returns a function that raises the error for a name that a context does not have.
function language.lacking(context)
  return function(_, name)
    error(("cx has no %q.%s"):format(tostring(name), language.hint(name, context)), 2)
  end
end

-- Makes the shared context of a feature's effects. Only `id` differs, and is looked up when it is read.
function internal.context(feature, state, send, slices, app, generation)
  local shared = {
    state = state, others = internal.others(feature, slices), computed = internal.computedOf(feature.name),
    services = services(feature, language.services[app]),
    send = send, sleep = host.sleep, log = host.log, progress = host.progress, all = all, race = race, spawn = spawn,
    cancel = function(id)
      if type(id) == "table" and id ~= contexts[feature] then
        error("cx.cancel takes an id; a task is cancelled with task.cancel()", 2)
      elseif type(id) == "table" then
        error("cx.cancel takes an id, called with a dot and not a colon: cx.cancel(id)", 2)
      end
      return host.cancel(feature.name, id)
    end,
    wipe = host.wipe, generation = generation,
  }
  local lacking = language.lacking(shared)
  setmetatable(shared, {
    __index = function(context, name)
      if name == "id" then return host.effect() end
      -- A tail call, so that the error position is the script's line.
      return lacking(context, name)
    end,
  })
  contexts[feature] = language.readOnly(
    shared, "cx.%s cannot be written: all effects of a feature share their cx; use a local variable")
  return contexts[feature]
end

-- Returns the function that computes the fields of an action that are not deterministic.
function internal.stamp(feature, state, app)
  local shared = { state = state, services = services(feature, language.services[app]) }
  setmetatable(shared, { __index = language.lacking(shared) })
  local context = language.readOnly(shared, "cx.%s cannot be written: all calls of stamp share their cx")
  return function(action) return feature.stamp(context, action) end
end

-- Makes the effect for an own action that its reducers refuse in the order of the shared log.
function internal.rejected(feature)
  return function(cx, refused)
    feature.onRejected(cx, refused.action, refused.problem.message, refused.problem.code)
  end
end
