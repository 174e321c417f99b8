-- Each test shows what the concept that it is named for promises.
local test = require "udf.test"
local udf = require "udf"
local describe, it, expect = test.describe, test.it, test.expect

local ada = { id = "1", name = "Ada", email = "ada@example.com" }
local grace = { id = "2", name = "Grace", email = "grace@example.com" }
local edsger = { id = "3", name = "Edsger", email = "edsger@example.com" }

-- A screen before a server that takes a second for everything.
local function makeStore(answers, state)
  local stubs = {}
  for name, answer in pairs(answers or {}) do
    stubs[name] = function(...)
      test.sleep(1)
      return answer(...)
    end
  end
  return test.store {
    features = { require "features.users" }, services = { users = stubs }, state = { users = state },
  }
end

local function offline() error { code = "refused", message = "nothing listens there" } end
local function refuse() error { code = "status", message = "Grace is protected" } end
local function agree() end

local function ids(store)
  local list = udf.list {}
  for i, row in ipairs(store.view("users").rows) do list[i] = row.id end
  return list
end

local function loading(state)
  state.users.isLoading = true
  state.users.error = nil
end

describe("ViewEvent / handle(event:)", function()
  it("only the action that an event means changes the state", function()
    local store = makeStore { list = function() return { ada } end }
    store.event("users.appear", loading)
    store.advance(1)
    store.receive({ type = "users/loaded", users = { ada } }, function(state)
      state.users.isLoading = false
      state.users.users = { ada }
    end)
  end)

  it("there is no event that the screen does not have", function()
    local store = makeStore()
    expect(function() store.event("users.swype") end).to_fail('users has no event "swype". Did you mean "swipe"?')
  end)
end)

describe("DomainAction", function()
  -- Sends on what an action is after it was JSON.
  local wire = udf.feature {
    name = "wire",
    uses = { "json" },
    effects = {
      pass = function(cx, action)
        local json = cx.services.json
        cx.send(json.decode(json.encode(action.action)))
      end,
    },
  }

  for _, action in ipairs {
    { type = "users/load" },
    { type = "users/loaded", users = { { id = "1", name = 'Zoë "Z"', email = "" } } },
    { type = "users/loaded", users = udf.list {} },
    { type = "users/failed", message = "line\nline" },
    { type = "users/delete", id = "7" },
    { type = "users/deleted", id = "7" },
    { type = "users/restored", id = "7", message = "refused" },
  } do
    it("JSON round trip is equal: " .. action.type, function()
      local store = test.store {
        features = { require "features.users", wire }, exhaustive = false,
        services = { users = { list = function() return {} end, delete = agree } },
      }
      store.send { type = "wire/pass", action = action }
      store.receive(action)
    end)
  end
end)

describe("EventActionMap", function()
  it("an unmapped event is no action and changes nothing", function()
    makeStore().event("users.scroll")
  end)

  it("is pure: the same event means the same action", function()
    local feature = require "features.users"
    expect(feature.events.swipe { id = "7" }).to_equal { type = "delete", id = "7" }
    expect(feature.events.swipe { id = "7" }).to_equal { type = "delete", id = "7" }
  end)
end)

describe("DomainState", function()
  it("has an initial value", function()
    expect(makeStore().state.users).to_equal { users = udf.list {}, deleting = {}, isLoading = false }
  end)

  it("has one writer: a write from outside is an error", function()
    local store = makeStore()
    expect(function() store.state.users.isLoading = true end).to_fail("users.isLoading is read-only here")
  end)
end)

describe("ViewStateReducing / ViewState", function()
  for _, users in ipairs { udf.list {}, { ada } } do
    for _, isLoading in ipairs { false, true } do
      for _, problem in ipairs { false, "offline" } do
        local name = ("showEmptyState with %d users, %s, %s"):format(
          #users, isLoading and "loading" or "not loading", problem or "no error")
        it(name, function()
          local store = makeStore(nil, { users = users, isLoading = isLoading, error = problem or nil })
          local view = store.view("users")
          expect(view.showEmptyState).to_equal(#users == 0 and not isLoading and not problem)
          expect(store.view("users")).to_equal(view)
        end)
      end
    end
  end

  it("has only what the screen needs", function()
    local store = makeStore(nil, { users = { ada } })
    expect(store.view("users")).to_equal {
      rows = { { id = "1", text = "Ada <ada@example.com>" } }, isLoading = false, showEmptyState = false,
    }
  end)
end)

describe("Interactor", function()
  it("two loads are one fetch", function()
    local fetches = 0
    local store = makeStore { list = function()
      fetches = fetches + 1
      return udf.list {}
    end }
    store.event("users.appear", loading)
    store.event("users.refresh")
    store.advance(1)
    store.receive("users/loaded", function(state) state.users.isLoading = false end)
    expect(fetches).to_equal(1)
  end)

  it("a failure lands in the state and ends the loading, and the next load clears it", function()
    local store = makeStore { list = offline }
    for _ = 1, 2 do
      store.event("users.appear", loading)
      store.advance(1)
      store.receive("users/failed", function(state)
        state.users.isLoading = false
        state.users.error = "nothing listens there"
      end)
    end
  end)
end)

describe("optimistic delete", function()
  local function deleting(state)
    state.users.deleting["2"] = true
    state.users.error = nil
  end

  it("the row goes at once, and stays away when the server agrees", function()
    local store = makeStore({ delete = agree }, { users = { ada, grace, edsger }, error = "offline" })
    store.event("users.swipe", { id = "2" }, deleting)
    expect(ids(store)).to_equal { "1", "3" }
    store.advance(1)
    store.receive("users/deleted", function(state)
      state.users.deleting["2"] = nil
      table.remove(state.users.users, 2)
    end)
    expect(ids(store)).to_equal { "1", "3" }
  end)

  it("a failed delete rolls back, to the same place, and reports", function()
    local store = makeStore({ delete = refuse }, { users = { ada, grace, edsger } })
    store.event("users.swipe", { id = "2" }, deleting)
    expect(ids(store)).to_equal { "1", "3" }
    store.advance(1)
    store.receive("users/restored", function(state)
      state.users.deleting["2"] = nil
      state.users.error = "Grace is protected"
    end)
    expect(ids(store)).to_equal { "1", "2", "3" }
    expect(store.view("users").error).to_equal("Grace is protected")
  end)

  it("a refresh meanwhile does not bring the row back", function()
    local store = makeStore({ delete = agree }, { users = { ada, grace } })
    store.event("users.swipe", { id = "2" }, deleting)
    store.send({ type = "users/loaded", users = { ada, grace, edsger } }, function(state)
      state.users.users[3] = edsger
    end)
    expect(ids(store)).to_equal { "1", "3" }
    store.advance(1)
    store.receive("users/deleted", function(state)
      state.users.deleting["2"] = nil
      table.remove(state.users.users, 2)
    end)
  end)

  it("swiped twice is asked once, and others go beside it", function()
    local asked = udf.list {}
    local store = makeStore({ delete = function(id) asked[#asked + 1] = id end }, { users = { ada, grace, edsger } })
    store.event("users.swipe", { id = "2" }, deleting)
    store.event("users.swipe", { id = "2" })
    store.event("users.swipe", { id = "3" }, function(state) state.users.deleting["3"] = true end)
    store.advance(1)
    for _, id in ipairs { "2", "3" } do
      store.receive({ type = "users/deleted", id = id }, function(state)
        state.users.deleting[id] = nil
        table.remove(state.users.users, 2)
      end)
    end
    expect(asked).to_equal { "2", "3" }
  end)
end)

describe("ViewModel binding", function()
  it("the view state follows the state", function()
    local store = makeStore(nil, { users = { ada } })
    expect(ids(store)).to_equal { "1" }
    store.send({ type = "users/loaded", users = { grace } }, function(state) state.users.users = { grace } end)
    expect(ids(store)).to_equal { "2" }
  end)

  it("what is equal is no change", function()
    local store = makeStore(nil, { users = { ada } })
    store.send { type = "users/loaded", users = { ada } }
  end)
end)

describe("ServiceLocator", function()
  it("a missing name is shown", function()
    expect(function()
      test.store {
        app = udf.app {
          name = "userlist", features = { require "features.users" },
          services = { users = function(core) return { list = core.htp.get } end },
        },
      }
    end).to_fail('there is no service "htp". Did you mean "http"?')
  end)
end)

describe("tests of each layer", function()
  it("run on a virtual clock: an answer that takes a day takes no time", function()
    local store = test.store {
      features = { require "features.users" },
      services = { users = { list = function() test.sleep(24 * 3600) return { ada } end } },
    }
    store.event("users.appear", loading)
    store.advance(24 * 3600)
    store.receive("users/loaded", function(state)
      state.users.isLoading = false
      state.users.users = { ada }
    end)
  end)

  describe("the service alone", function()
    -- What it makes of an answer of the server.
    local function makeUsers(answer)
      local function give() return answer end
      return require "services.users" { http = { get = give, delete = give } }
    end

    it("gives the users of the answer", function()
      expect(makeUsers({ ok = true, status = 200, json = { ada } }).list()).to_equal { ada }
    end)

    it("passes on why the server refuses, or that it does", function()
      local users = makeUsers { ok = false, status = 409, json = { message = "Ada is protected" } }
      expect(function() users.delete("1") end).to_fail("Ada is protected")
      users = makeUsers { ok = false, status = 500, body = "oops" }
      expect(users.list).to_fail("the server answered with status 500")
    end)

    it("refuses an answer that makes no sense", function()
      local users = makeUsers { ok = true, status = 200, json = { ada, { id = 7, name = "Grace" } } }
      expect(users.list).to_fail("user 2 of the server's answer has no id")
    end)
  end)
end)
