-- The module `udf.test`, which test files require.
local host = ...
local language, internal = host.language, host.internal
local udf, keysOf = language.udf, language.keysOf

local test = {}

-- The same seed makes each run of a test repeat its results.
math.randomseed(0)

-- Raises an error at the line of the script that called.
local function fail(text, ...) error({ message = host.site() .. ": " .. text:format(...) }, 0) end

-- Makes a method that can be called with a dot or a colon. Framed, so that errors name its line after `return`.
local function method(object, body)
  return host.framed(function(first, ...)
    if rawequal(first, object) then return body(...) end
    return body(first, ...)
  end)
end

-- MARK: the tests of the file

local tests = {}
-- The running `describe`, and whether a test runs.
local group = { name = "", before = {}, after = {} }
local isRunning = false

local function checkBlock(kind, name, body)
  if isRunning then fail("%s works while the file loads, not inside a test", kind) end
  if type(name) ~= "string" then fail("%s takes a name first, got %s", kind, type(name)) end
  if type(body) ~= "function" then fail("%s %q takes a function, got %s", kind, name, type(body)) end
end

local function describe(mode, name, body)
  checkBlock("describe", name, body)
  local outer = group
  group = { outer = outer, name = outer.name .. name .. " › ", before = {}, after = {}, mode = mode or outer.mode }
  body()
  group = outer
end

local function it(mode, name, body)
  checkBlock("it", name, body)
  tests[#tests + 1] = { name = group.name .. name, mode = mode or group.mode, group = group, body = body, given = body }
  return tests[#tests]
end

-- `block(…)`, `block.skip(…)`, `block.only(…)`
local function block(make)
  local modes = {}
  for _, mode in ipairs { "skip", "only" } do modes[mode] = function(...) make(mode, ...) end end
  return setmetatable(modes, { __call = function(_, ...) make(nil, ...) end })
end

test.describe, test.it = block(describe), block(it)

local function hook(kind, list)
  return function(body)
    checkBlock(kind, "", body)
    table.insert(group[list], body)
  end
end

test.before_each, test.after_each = hook("before_each", "before"), hook("after_each", "after")

-- MARK: expect

local matchers = {}

function matchers.to_equal(actual, expected) host.compare("equal", actual, expected) end
function matchers.to_differ_from(actual, other) host.compare("differ", actual, other) end
function matchers.to_contain(actual, part) host.compare("contain", actual, part) end

-- `text` is a part of the raised error.
function matchers.to_fail(call, text)
  if type(call) ~= "function" then
    local problem = "expect(f).to_fail takes a function, got %s\n  To fix this, wrap the call: expect(function() … end)"
    fail(problem, type(call))
  end
  -- Errors of effects that run meanwhile count as errors of this call.
  local isOk, raised = pcall(function()
    call()
    host.test("problem")
  end)
  if type(raised) == "table" then raised = raised.message or raised end
  host.compare("fail", not isOk, raised, text)
end

function test.expect(value)
  local expectation = {}
  return setmetatable(expectation, {
    __index = function(_, name)
      local matcher = matchers[name]
      if not matcher then
        fail("expect has no %q.%s", tostring(name), host.suggest(tostring(name), keysOf(matchers)))
      end
      return method(expectation, function(...) return matcher(value, ...) end)
    end,
  })
end

-- MARK: stores

-- The services that a test may use without stubs, because they have no effect outside of the host.
local harmless = { clock = true, log = true, json = true }

local function checkStubs(services)
  for name, service in pairs(services) do
    if type(service) ~= "table" then fail("test.store: services.%s must be a table, got %s", name, type(service)) end
    for key, stub in pairs(service) do
      if type(stub) ~= "function" then
        fail("test.store: services.%s.%s must be a function, got %s", name, tostring(key), type(stub))
      end
    end
  end
end

-- Returns a service that has only the stubs of the test.
local function stubbed(name, stubs, own, real)
  return setmetatable({}, {
    __index = function(_, key)
      if own[name] and own[name][key] then return stubs[name][key] end
      if harmless[name] then return real[key] end
      return function() host.test("unstubbed", name, tostring(key)) end
    end,
    __metatable = false,
  })
end

local function checkKnown(what, name, known)
  for _, one in ipairs(known) do if one == name then return end end
  fail("test.store: %s %q.%s", what, tostring(name), host.suggest(tostring(name), known))
end

-- Refuses a stub that nothing calls, because its name is probably misspelt.
local function checkNames(own, real, used)
  local known = {}
  for name in pairs(real) do known[name] = true end
  for name in pairs(used) do known[name] = true end
  for name, stubs in pairs(own) do
    checkKnown("there is no service", name, keysOf(known))
    for key in pairs(real[name] and stubs or {}) do
      checkKnown(("the service %s has no method"):format(name), key, keysOf(real[name]))
    end
  end
end

-- The original services of apps, before stubs.
local unstubbed = {}

-- Replaces the app's services by those of the test.
local function stub(app, own)
  local real, used = unstubbed[app] or language.services[app], {}
  unstubbed[app] = real
  for _, feature in ipairs(app.features) do
    for _, name in ipairs(feature.uses or {}) do used[name] = true end
  end
  checkNames(own, real, used)
  local stubs, services = host.makeServices(own, fail), {}
  for name in pairs(used) do services[name] = stubbed(name, stubs, own, real[name]) end
  language.services[app] = services
end

local function checkOptions(kind, given)
  language.check(kind, given, "test." .. kind)
  if given.app and given.features then fail("test.%s takes an app or features, not both", kind) end
end

local function appOf(given)
  if given.features then
    return udf.app { name = "test", features = given.features, middleware = given.middleware }
  end
  if given.middleware then fail("test.store: middleware goes with features; an app has its own") end
  local app = given.app
  if type(app) ~= "table" then app = host.test("app", app) end
  if not internal.isApp(app) then
    fail("test.store: app must be the result of udf.app, or the path of the app's file")
  end
  return app
end

local function open(given)
  internal.app = appOf(given)
  stub(internal.app, given.services or {})
  local isExhaustive = given.exhaustive ~= false
  local number = host.test("open", given.state or {}, isExhaustive, given.refusals == true, given.effects ~= false)
  local store = { state = internal.state }

  local function call(operation, ...) return host.test(operation, number, ...) end

  -- `change` changes the state before the action into the expected one. If the store is not exhaustive, only the places
  -- that `change` sets are asserted, by applying it to the actual state as well.
  local function assertChange(change)
    if change ~= nil and type(change) ~= "function" then
      fail("what changes is told by a function: function(state) … end, got %s", type(change))
    end
    local expected, again = call("before"), call("after")
    if change then
      change(expected)
      if not isExhaustive then change(again) end
    end
    call("assert", expected, again, change ~= nil)
  end

  local methods = {
    send = function(action, change)
      call("send", action)
      assertChange(change)
    end,
    event = function(name, fields, change)
      if type(fields) == "function" then fields, change = nil, fields end
      call("event", name, fields or {})
      assertChange(change)
    end,
    receive = function(action, change)
      call("receive", action)
      assertChange(change)
    end,
    receive_error = function(text) call("receive_error", text) end,
    advance = function(seconds) call("advance", seconds) end,
    view = function(feature) return call("view", feature) end,
    screen = function() return call("screen") end,
    logs = function() return call("logs") end,
    finish = function() call("finish") end,
  }
  for name, body in pairs(methods) do store[name] = method(store, body) end
  setmetatable(store, {
    __index = function(_, key)
      fail("the store has no %q.%s", tostring(key), host.suggest(tostring(key), keysOf(store)))
    end,
    __newindex = function(_, key) fail("store.%s cannot be written", tostring(key)) end,
  })
  return store, call
end

function test.store(given)
  given = given or {}
  checkOptions("store", given)
  checkStubs(given.services or {})
  return (open(given))
end

-- Makes a stub take this many seconds.
function test.sleep(seconds) host.sleep(seconds) end

-- MARK: functions for the host

internal.tests = tests

-- Returns the tests of the file as plain data.
function internal.describeTests()
  local list = udf.list {}
  for i, one in ipairs(tests) do
    list[i] = { name = one.name, mode = one.mode, runs = one.runs, actions = one.actions }
  end
  return list
end

local function before(scope)
  if scope.outer then before(scope.outer) end
  for _, body in ipairs(scope.before) do body() end
end

local function after(scope, attempt)
  for _, body in ipairs(scope.after) do attempt(body) end
  if scope.outer then after(scope.outer, attempt) end
end

function internal.runTest(number)
  local one = tests[number]
  isRunning = true
  local problem
  -- The first error is reported, because later errors may follow from it.
  local function attempt(body)
    local isOk, raised = pcall(body)
    if not isOk then problem = problem or { raised } end
  end
  attempt(function()
    before(one.group)
    one.body()
    host.test("finish")
  end)
  after(one.group, attempt)
  if problem then error(problem[1], 0) end
end

for _, name in ipairs { "expect", "store", "before_each", "after_each" } do test[name] = host.framed(test[name]) end

-- Functions for properties.
language.testing = {
  test = test, fail = fail, block = block, it = it, checkOptions = checkOptions, checkStubs = checkStubs, open = open,
}

return setmetatable({}, {
  __index = function(_, key)
    if test[key] == nil then
      fail("udf.test has no %q.%s", tostring(key), host.suggest(tostring(key), keysOf(test)))
    end
    return test[key]
  end,
  __newindex = function(_, key) fail("udf.test.%s cannot be written", tostring(key)) end,
  __pairs = function() return pairs(test) end,
  __metatable = false,
})
