-- Each test shows what the concept that it is named for promises; `features/login_test.lua` has the others.
local test = require "udf.test"
local udf = require "udf"
local describe, it, expect = test.describe, test.it, test.expect

local login = require "usecases.login"

local services = {
  accounts = {
    open = function(name, password)
      test.sleep(1)
      if password ~= "engine" then error { code = "denied", message = "wrong password" } end
      return { name = name }
    end,
  },
  analytics = { track = function() end },
}

-- The app with another flow, or another use case.
local function makeApp(flow, usecase)
  return udf.app {
    name = "login",
    features = {
      require "features.login" { login = usecase or login, uses = { "accounts" } }, require "features.choice",
    },
    scenes = { require "scenes.login", table.unpack(require "scenes.stops") },
    flow = flow,
  }
end

local function path(store)
  local routes = udf.list {}
  for i, screen in ipairs(store.state.nav.path) do routes[i] = screen.route end
  return routes
end

-- What was logged of the login screen: its actions, and how its use case went.
local function screenLog(store)
  local log = udf.list {}
  for _, entry in ipairs(store.logs()) do
    if entry.message:find "^login" then log[#log + 1] = entry.message end
  end
  return log
end

-- From each journey to the scenes that it begins and ends with.
local journeys = {
  welcome = { "start", "home" }, purchase = { "basket", "payment" }, settings = { "settings", "password" },
}

-- Ada chooses a journey, and on the journey the login screen, where she mistypes her password first.
local function travel(journey)
  local store = test.store { app = "app.lua", services = services, exhaustive = false }
  store.event("menu.tap", { what = journey })
  store.event(journeys[journey][1] .. ".tap")
  expect(path(store)[#path(store)]).to_equal(journey .. "/login")
  store.event("logIn.name", { text = "ada" })
  for _, password in ipairs { "motor", "engine" } do
    store.event("logIn.password", { name = "ada", text = password })
    store.advance(1)
  end
  return store
end

describe("screen event", function()
  local function listening(event)
    return udf.flow {
      start = "login", routes = { login = { scene = "logIn" } }, on = { [event] = function(nav) nav.pop() end },
    }
  end

  for event, text in pairs {
    ["login/opened"] = [[
flow: on["login/opened"]: "login/opened" is an action of login, and a flow listens to screen events
  To fix this, let login emit a screen event: emits = { opened = "EVENT" }]],
    ["login.opened"] = [[
flow: on["login.opened"]: "login/opened" is an action of login, and a flow listens to screen events
  To fix this, let login emit a screen event: emits = { opened = "EVENT" }]],
    ["login.didSucceed"] = [[
flow: on["login.didSucceed"]: "didSucceed" is an output of the use case login, and a flow listens to screen events
  To fix this, let login emit a screen event: emits = { ACTION = "EVENT" }]],
  } do
    it("a flow that listens to a domain result refuses to load: " .. event, function()
      expect(function() test.store { app = makeApp(listening(event)), services = { accounts = {} } } end).to_fail(text)
    end)
  end

  it("says who has logged in, and the next screen is told", function()
    for journey in pairs(journeys) do
      local screens = travel(journey).state.nav.path
      expect(screens[#screens].params).to_equal { user = "ada" }
    end
  end)
end)

describe("flow → path", function()
  it("one login screen in three flows: three paths", function()
    expect(path(travel "welcome")).to_equal { "menu", "welcome/home" }
    expect(path(travel "purchase")).to_equal { "menu", "purchase/basket", "purchase/payment" }
    expect(path(travel "settings")).to_equal { "menu", "settings/overview", "settings/password" }
  end)

  for journey in pairs(journeys) do
    it("and the same screen log: " .. journey, function()
      expect(screenLog(travel(journey))).to_equal {
        "login/begin, changes: 0", "login/write, changes: 1",
        "login/submit, changes: 0", "login: didStart", "login/started, changes: 1",
        "login: didFail", "login/failed, changes: 2",
        "login/submit, changes: 0", "login: didStart", "login/started, changes: 2",
        "login: didSucceed", "login/opened, changes: 2",
      }
    end)
  end

  it("in each of them one is done, and is back at the menu", function()
    for journey, stops in pairs(journeys) do
      local store = travel(journey)
      store.event(stops[2] .. ".done")
      expect(path(store)).to_equal { "menu" }
    end
  end)

  it("a login begins anew, also after one that was left under way", function()
    local store = travel "purchase"
    for _ = 1, 2 do
      store.send { type = "nav/pop" }
      store.event "basket.tap"
      expect(store.view "login").to_equal { title = "Please log in", isLoading = false, canSubmit = true }
      store.event("logIn.password", { name = "ada", text = "engine" })
    end
    expect(store.view("login").isLoading).to_equal(true)
  end)
end)

describe("feature factory", function()
  local outputs = { "didStart", "didSucceed", "didFail" }

  it("wires whatever it is given, and decides nothing", function()
    local anyone = udf.usecase {
      name = "anyone", outputs = outputs, run = function(_, _, output) output.didSucceed { user = "anyone" } end,
    }
    local store = test.store { app = makeApp(require "flows.main", anyone), services = { accounts = {} } }
    store.event("login.submit", { name = "", password = "" })
    store.receive({ type = "login/opened", user = "anyone" }, function(state)
      state.login.isLoading = false
      state.login.user = "anyone"
    end)
  end)

  local function reaching(reach)
    local usecase = udf.usecase {
      name = "reaching", outputs = outputs,
      run = function(cx, _, output)
        reach(cx)
        output.didFail { message = "no" }
      end,
    }
    local store = test.store {
      app = makeApp(require "flows.main", usecase), services = { accounts = {} }, exhaustive = false,
    }
    store.event("login.submit", { name = "ada", password = "engine" })
    return store
  end

  it("what it wires cannot change the path", function()
    local store = reaching(function(cx) cx.send { type = "nav/push", route = "welcome" } end)
    store.receive_error [[
nav/push: only a flow can navigate
  The state is unchanged.
  To fix this, emit a screen event, emits = { ACTION = "EVENT" }, and navigate in a handler of the flow]]
    expect(path(store)).to_equal { "menu" }
  end)

  it("and cannot read it", function()
    local store = reaching(function(cx) return cx.others.nav.path end)
    store.receive_error 'the feature "nav" is not listed by login'
  end)
end)

describe("no cycle of knowledge", function()
  it("the screen runs where there is no flow, and says the same", function()
    local store = test.store {
      features = { require "features.login" { login = login, uses = { "accounts" } } },
      services = { accounts = services.accounts }, exhaustive = false,
    }
    store.event("login.submit", { name = "ada", password = "engine" })
    store.advance(1)
    expect(store.view("login").title).to_equal "Hello ada"
  end)

  it("files that know each other refuse to load", function()
    expect(function() require "fixtures.screen" end).to_fail(
      'fixtures/flow.lua:2: require "fixtures.screen": files require each other: '
        .. "fixtures/screen.lua → fixtures/flow.lua → fixtures/screen.lua")
  end)
end)
