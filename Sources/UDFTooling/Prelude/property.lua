-- Properties of `udf.test`: conditions that must hold after any actions. Each run sends random actions.
local host = ...
local language = host.language
local testing = language.testing
local test, fail = testing.test, testing.fail

local usual = { runs = 100, actions = 50 }

local function count(given, key)
  local value = given[key] or usual[key]
  if value < 1 then fail("test.property: %s must be a whole number from 1 on, got %d", key, value) end
  return value
end

-- Checks the sources of fields, each a function or a list of values. Returns the names of the fields by action type.
local function checkFields(fields)
  local names = {}
  for action, sources in pairs(fields) do
    if type(sources) ~= "table" then
      local text = "test.property: fields[%q] must be a table from fields to functions or lists, got %s"
      fail(text, tostring(action), type(sources))
    end
    for field, source in pairs(sources) do
      if type(source) ~= "function" and (type(source) ~= "table" or #source == 0) then
        local text = "test.property: fields[%q].%s must be a function that gives a value, or a list of values"
        fail(text, tostring(action), tostring(field))
      end
    end
    names[action] = language.udf.list(language.keysOf(sources))
  end
  return names
end

local function complete(action, sources, store)
  local fields = language.keysOf(sources or {})
  -- Sorted, so that each run draws the fields in the same order.
  table.sort(fields)
  for _, field in ipairs(fields) do
    local source = sources[field]
    if type(source) == "function" then
      action[field] = source(store)
    else
      action[field] = source[math.random(#source)]
    end
  end
  return action
end

local function property(mode, name, given, check)
  if type(given) == "function" and check == nil then given, check = {}, given end
  testing.checkOptions("property", given)
  testing.checkStubs(given.services or {})
  local names = checkFields(given.fields or {})
  local function body()
    local store, call = testing.open {
      app = given.app, features = given.features, middleware = given.middleware, state = given.state,
      services = given.services, refusals = given.refusals, exhaustive = false,
    }
    math.randomseed(call("draws", given.sends, names))
    check(store)
    local action, isDrawn = call("next")
    while action ~= nil do
      if isDrawn then complete(action, (given.fields or {})[action.type], store) end
      if action then call("try", action) end
      check(store, action or nil)
      action, isDrawn = call("next")
    end
  end
  if type(check) ~= "function" then fail("property %q takes a function last, got %s", tostring(name), type(check)) end
  local one = testing.it(mode, name, body)
  one.given, one.runs, one.actions = check, count(given, "runs"), count(given, "actions")
end

test.property = testing.block(property)
