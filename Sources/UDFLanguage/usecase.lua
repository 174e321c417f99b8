-- Use cases: functions with named outputs that the app can run for its user. A use case does not depend on state or
-- actions; its outputs report its progress and result. The rules of a run are those of `UDF.UseCase`, which cannot run
-- here: its outputs are values of a Swift type and its body is an async function. Here outputs are names with any
-- arguments, the body is a coroutine of the machine, and an output that breaks the rules is an error at the script's
-- line instead of a `Misuse` of a store.
local host = ...
local language = host.language
local udf, kinds, fail, hint = language.udf, language.kinds, language.fail, language.hint
-- The use case of each effect that runs one.
language.bound = setmetatable({}, { __mode = "k" })

-- An output with one of these names, in any case, may come first; every other output ends a run.
local start = { start = true, started = true, didstart = true, hasstarted = true, willstart = true }

-- Checks a map from the names of outputs.
local function checkOutputs(usecase, what, map, ...)
  if type(map) ~= "table" then
    fail(nil, ("%s: %s takes a table from outputs, got %s"):format(usecase.name, what, type(map)))
  end
  for output, value in pairs(map) do
    if not usecase.roles[output] then
      fail(output, ("%s: %s: there is no output %q.%s"):format(
        usecase.name, what, tostring(output), hint(output, usecase.roles)))
    end
    if not language.fits(value, { ... }) then
      fail(output, ("%s: %s: %s must be %s, got %s"):format(
        usecase.name, what, output, language.words { ... }, type(value)))
    end
  end
end

-- Returns the action for an output.
local function action(usecase, name, target, ...)
  if type(target) == "function" then return target(...) end
  local fields = ...
  local isFields = type(fields) == "table" and #fields == 0
  if select("#", ...) > 1 or fields ~= nil and not isFields then
    error(("%s: %s passed %s, and is bound to an action by its name: it must pass one table of fields. "
      .. "To fix this, bind a function that makes the action"):format(usecase.name, name, language.shown(fields)), 0)
  end
  local made = { type = target }
  for key, value in pairs(fields or {}) do if key ~= "type" then made[key] = value end end
  return made
end

-- Returns the functions by which a run reports outputs: through the decorators in their order, to the bindings.
local function outputs(usecase, cx, bindings)
  local last
  local function admit(name, ...)
    local role = usecase.roles[name]
    if last and usecase.roles[last] == "end" then
      error(("%s: reported %s after %s had ended the run"):format(usecase.name, name, last), 0)
    elseif last and role == "start" then
      error(("%s: reported %s after %s had started the run"):format(usecase.name, name, last), 0)
    end
    last = name
    host.trace(usecase.name, name)
    local made = bindings[name] and action(usecase, name, bindings[name], ...)
    if made then cx.send(made) end
  end
  local steps = {}
  for i, decorator in ipairs(usecase.decorators) do
    steps[i] = decorator
    if type(decorator) == "function" then
      steps[i] = decorator(cx)
      checkOutputs(usecase, "decorate", steps[i], "function")
    end
  end
  local function give(i, name, ...)
    if not steps[i] then return admit(name, ...) end
    local step = steps[i][name]
    if not step then return give(i + 1, name, ...) end
    return step(function(...) return give(i + 1, name, ...) end, ...)
  end
  local output = {}
  for name in pairs(usecase.roles) do output[name] = function(...) give(1, name, ...) end end
  setmetatable(output, {
    __index = function(_, name)
      error(("%s has no output %q.%s"):format(usecase.name, tostring(name), hint(name, usecase.roles)), 2)
    end,
  })
  return output, function()
    if not last or usecase.roles[last] == "start" then
      error(("%s: returned without an output that ends it"):format(usecase.name), 0)
    end
  end
end

local methods = {}
local metatable = { __index = methods, __metatable = false }

-- Returns an effect that runs the use case. A binding maps an output to an action, a function, or none.
function methods.bind(usecase, bindings)
  if kinds[usecase] ~= "usecase" then fail(nil, "bind is called with a colon: login:bind { … }") end
  checkOutputs(usecase, "bind", bindings, "string", "function", false)
  local function effect(cx, input)
    local output, finish = outputs(usecase, cx, bindings)
    usecase.run(cx, input, output)
    finish()
  end
  language.bound[effect] = usecase
  return effect
end

-- Returns a new use case whose outputs pass through `decorator`: a table from outputs to `function(next, …)`, or a
-- function that receives `cx` and returns such a table.
function methods.decorate(usecase, decorator)
  if kinds[usecase] ~= "usecase" then fail(nil, "decorate is called with a colon: login:decorate { … }") end
  if type(decorator) ~= "function" then checkOutputs(usecase, "decorate", decorator, "function") end
  local decorators = table.move(usecase.decorators, 1, #usecase.decorators, 1, {})
  decorators[#decorators + 1] = decorator
  return language.made("usecase", setmetatable({
    name = usecase.name, roles = usecase.roles, run = usecase.run, decorators = decorators,
  }, metatable))
end

for name, method in pairs(methods) do methods[name] = host.framed(method) end

udf.usecase = host.framed(function(definition)
  language.check("usecase", definition)
  local name, roles, ends = definition.name or "use case", {}, false
  for _, output in ipairs(definition.outputs) do
    roles[output] = start[output:lower()] and "start" or "end"
    ends = ends or roles[output] == "end"
  end
  if not ends then fail("outputs", "udf.usecase: outputs must name at least one output that ends it") end
  return language.made("usecase", setmetatable({
    name = name, roles = roles, run = definition.run, decorators = {},
  }, metatable))
end)
