-- The same session through each of the four, and what the concepts that they are named for promise.
local test = require "udf.test"
local udf = require "udf"
local describe, it, expect = test.describe, test.it, test.expect

local redux = { id = 6, name = "reduxjs/redux", stars = 60000 }
local mobx = { id = 5, name = "mobxjs/mobx", stars = 27000 }

local asked

local services = {
  github = {
    search = function(query)
      asked[#asked + 1] = query
      test.sleep(1)
      if query == "" then error { code = "query", message = "Search for what?" } end
      return query == "redux" and { redux } or { mobx }
    end,
  },
}

test.before_each(function() asked = udf.list {} end)

local function makeStore(...)
  return test.store { features = { ... }, services = services }
end

describe("four ways", function()
  local rows = {
    redux = { { id = 6, title = "reduxjs/redux", detail = "60000 stars" } },
    mobx = { { id = 5, title = "mobxjs/mobx", detail = "27000 stars" } },
    none = udf.list {},
  }

  for _, way in ipairs { "flux", "mvvm", "redux", "mobx" } do
    it("the same session gives the same view states: " .. way, function()
      local store = test.store { app = "app.lua", services = services, exhaustive = false }
      local function shows(query, found, isLoading, problem)
        expect(store.view(way)).to_equal { query = query, rows = rows[found], isLoading = isLoading, problem = problem }
      end
      local function search(text) store.event(way .. "Search.search", { text = text }) end

      store.event("menu.tap", { way = way })
      shows("", "none", false)
      search "redux"
      shows("redux", "none", true)
      store.advance(1)
      shows("redux", "redux", false)
      search ""
      shows("", "redux", true)
      store.advance(1)
      shows("", "none", false, "Search for what?")
      -- Before the first answer is there, the next question is.
      search "redux"
      shows("redux", "none", true)
      store.advance(0.5)
      search "mobx"
      store.advance(0.5)
      shows("mobx", "none", true)
      store.advance(0.5)
      shows("mobx", "mobx", false)
      -- A search that is left behind is never answered, and the screen begins anew.
      search "redux"
      store.send { type = "nav/pop" }
      store.advance(1)
      store.event("menu.tap", { way = way })
      shows("", "none", false)
      expect(asked).to_equal { "redux", "", "redux", "mobx", "redux" }
    end)
  end
end)

describe("Flux dispatcher, several stores", function()
  it("two stores receive what happened, and each writes its own", function()
    local store = makeStore(require "features.flux", require "features.problems")
    store.event("flux.search", { text = "" }, function(state) state.flux.isLoading = true end)
    store.advance(1)
    store.receive({ type = "flux/failed", message = "Search for what?" }, function(state)
      state.flux.isLoading = false
      state.problems.last = "Search for what?"
    end)
    store.event("flux.search", { text = "mobx" }, function(state)
      state.flux.query = "mobx"
      state.flux.isLoading = true
      state.problems.last = nil
    end)
    store.advance(1)
    store.receive("flux/found", function(state)
      state.flux.isLoading = false
      state.flux.items = { mobx }
    end)
  end)
end)

describe("MVVM input/output", function()
  local refusal = "mvvm.query is read-only here: only the reducers of 'mvvm' may write it"

  it("writing what comes out is an error, for who is outside", function()
    local store = makeStore(require "features.mvvm")
    expect(function() store.state.mvvm.query = "mine" end).to_fail(refusal)
  end)

  it("and for another feature that reads it", function()
    local meddler = udf.feature {
      name = "meddler", reads = { "mvvm" }, state = {},
      view = function(_, _, others) others.mvvm.query = "mine" end,
    }
    local store = makeStore(require "features.mvvm", meddler)
    expect(function() store.view "meddler" end).to_fail("view of meddler: " .. refusal)
  end)

  it("a view state is everybody's own copy: what one writes to it nobody else sees", function()
    local store = makeStore(require "features.mvvm")
    store.view("mvvm").query = "mine"
    expect(store.view("mvvm").query).to_equal ""
  end)
end)

describe("Redux thunk (async action creator)", function()
  local function logged(text)
    local store = test.store {
      features = { require "features.redux" }, services = services, exhaustive = false,
      middleware = {
        udf.middleware { name = "log", after = function(cx, action) cx.log("info", action.type) end },
      },
    }
    store.event("redux.search", { text = text })
    store.advance(1)
    local types = udf.list {}
    for i, entry in ipairs(store.logs()) do types[i] = entry.message end
    return types
  end

  it("dispatches later, and its success is logged", function()
    expect(logged "redux").to_equal { "redux/search", "redux/started", "redux/found" }
  end)

  it("so is its failure", function()
    expect(logged "").to_equal { "redux/search", "redux/started", "redux/failed" }
  end)
end)

-- The feature, with a view or computed values that are told of as they run.
local function changed(feature, key, value)
  local definition = {}
  for name, part in pairs(feature) do definition[name] = part end
  definition[key] = value
  return udf.feature(definition)
end

describe("Redux default case", function()
  it("an unknown action keeps the state, and no view is made anew", function()
    local feature = require "features.redux"
    local store = makeStore(changed(feature, "view", function(state)
      print "view"
      return feature.view(state)
    end))
    store.view "redux"
    expect(function() store.send { type = "redux/unknown" } end).to_fail "redux/unknown: no feature handles"
    expect(store.state.redux).to_equal { query = "", items = udf.list {}, isLoading = false }
    store.view "redux"
    expect(#store.logs()).to_equal(1)
  end)
end)

describe("MobX computed", function()
  local feature = require "features.mobx"

  local function counted()
    return makeStore(changed(feature, "computed", {
      rows = { "items", function(items)
        print "rows"
        return feature.computed.rows[2](items)
      end },
    }))
  end

  local function search(store)
    store.event("mobx.search", { text = "mobx" }, function(state)
      state.mobx.query = "mobx"
      state.mobx.isLoading = true
    end)
    store.advance(1)
    store.receive("mobx/found", function(state)
      state.mobx.isLoading = false
      state.mobx.items = { mobx }
    end)
  end

  it("is not run while nobody looks", function()
    local store = counted()
    search(store)
    expect(#store.logs()).to_equal(0)
  end)

  it("is run once however often it is read, and whatever else changes", function()
    local store = counted()
    search(store)
    for _ = 1, 100 do store.view "mobx" end
    store.event("mobx.search", { text = "redux" }, function(state)
      state.mobx.query = "redux"
      state.mobx.isLoading = true
    end)
    expect(store.view("mobx").isLoading).to_equal(true)
    expect(#store.logs()).to_equal(1)
    store.advance(1)
    store.receive("mobx/found", function(state)
      state.mobx.isLoading = false
      state.mobx.items = { redux }
    end)
    expect(store.view("mobx").rows[1].title).to_equal "reduxjs/redux"
    expect(#store.logs()).to_equal(2)
  end)
end)

describe("MobX reaction", function()
  it("setting an equal value does not start it", function()
    local store = test.store { features = { require "features.mobx" }, services = services, exhaustive = false }
    for _ = 1, 3 do store.event("mobx.search", { text = "mobx" }) end
    expect(asked).to_equal { "mobx" }
    store.event("mobx.search", { text = "redux" })
    expect(asked).to_equal { "mobx", "redux" }
  end)
end)
