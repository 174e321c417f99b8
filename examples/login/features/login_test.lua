-- Each test shows what the concept that it is named for promises.
local test = require "udf.test"
local udf = require "udf"
local describe, it, expect = test.describe, test.it, test.expect

local login = require "usecases.login"
local tracking = require "usecases.tracking"

local tracked

local services = {
  accounts = {
    open = function(name, password)
      test.sleep(1)
      if password ~= "engine" then error { code = "denied", message = "wrong password" } end
      return { name = name }
    end,
  },
  analytics = { track = function(event) tracked[#tracked + 1] = event end },
}

-- A login screen with a use case, and nothing else.
local function makeStore(usecase, exhaustive)
  tracked = udf.list {}
  local feature = require "features.login" { login = usecase, uses = { "accounts", "analytics" } }
  return test.store { features = { feature }, services = services, exhaustive = exhaustive }
end

local function started(state)
  state.login.isLoading = true
  state.login.error = nil
end

-- Ada mistypes her password and then logs in: all that the state hears of it.
local function logIn(store)
  store.event("login.submit", { name = "ada", password = "motor" })
  store.receive("login/started", started)
  store.advance(1)
  store.receive({ type = "login/failed", message = "wrong password" }, function(state)
    state.login.isLoading = false
    state.login.error = "wrong password"
  end)
  store.event("login.submit", { name = "ada", password = "engine" })
  store.receive("login/started", started)
  store.advance(1)
  store.receive({ type = "login/opened", user = "ada" }, function(state)
    state.login.isLoading = false
    state.login.user = "ada"
  end)
end

describe("intent → composed action", function()
  it("the app has put the use case and its decorator together; the screen says only what was done on it", function()
    tracked = udf.list {}
    local store = test.store { app = "app.lua", services = services }
    logIn(store)
    expect(tracked).to_equal { "login failed", "login" }
    expect(store.view("login").title).to_equal("Hello ada")
  end)

  it("the view script is unchanged", function()
    local views = {}
    for i, usecase in ipairs { login, login:decorate(tracking) } do
      local store = makeStore(usecase)
      logIn(store)
      views[i] = store.view("login")
    end
    expect(views[1]).to_equal(views[2])
  end)
end)

describe("use case output", function()
  it("one start and exactly one end, whether it goes well or not", function() logIn(makeStore(login)) end)

  it("submitted twice it runs once", function()
    local store = makeStore(login)
    store.event("login.submit", { name = "ada", password = "engine" })
    store.receive("login/started", started)
    store.event("login.submit", { name = "ada", password = "engine" })
    store.advance(1)
    store.receive("login/opened", function(state)
      state.login.isLoading = false
      state.login.user = "ada"
    end)
  end)

  it("without a name nobody is asked", function()
    local store = makeStore(login)
    store.event("login.submit", { name = "", password = "engine" })
    store.receive("login/started", started)
    store.receive("login/failed", function(state)
      state.login.isLoading = false
      state.login.error = "Who are you?"
    end)
  end)

  local function broken(...)
    local given, fields = { ... }, { didStart = {}, didSucceed = { user = "ada" }, didFail = { message = "no" } }
    return udf.usecase {
      name = "login", outputs = { "didStart", "didSucceed", "didFail" },
      run = function(_, _, output)
        for _, name in ipairs(given) do output[name](fields[name]) end
      end,
    }
  end

  for text, usecase in pairs {
    ["login: reported didFail after didSucceed had ended the run"] = broken("didStart", "didSucceed", "didFail"),
    ["login: reported didStart after didStart had started the run"] = broken("didStart", "didStart"),
    ["login: returned without an output that ends it"] = broken("didStart"),
  } do
    it("otherwise it is an error: " .. text, function()
      local store = makeStore(usecase, false)
      expect(function() store.event("login.submit", { name = "ada", password = "engine" }) end).to_fail(text)
    end)
  end
end)

describe("output decorator", function()
  for name, usecase in pairs { ["without it"] = login, ["with it"] = login:decorate(tracking) } do
    it("what the state hears is the same: " .. name, function() logIn(makeStore(usecase)) end)
  end

  it("tracks how it ended, once", function()
    local store = makeStore(login:decorate(tracking))
    logIn(store)
    expect(tracked).to_equal { "login failed", "login" }
  end)
end)
