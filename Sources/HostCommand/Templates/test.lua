local test = require "udf.test"
local describe, it, expect = test.describe, test.it, test.expect

describe("FEATURE", function()
  local items = { { id = 1, title = "one" }, { id = 2, title = "two" } }

  local function makeStore(list, state)
    return test.store {
      features = { require "features.FEATURE" },
      state = { FEATURE = state },
      services = { FEATURE = { list = list } },
    }
  end

  it("lists its items when it appears", function()
    local store = makeStore(function() return items end)
    store.event("FEATURE.appear", function(state) state.FEATURE.isLoading = true end)
    store.receive("FEATURE/loaded", function(state)
      state.FEATURE.isLoading = false
      state.FEATURE.items = items
    end)
    expect(store.view("FEATURE").rows).to_equal {
      { id = 1, title = "one", isSelected = false },
      { id = 2, title = "two", isSelected = false },
    }
  end)

  it("loads once however often it is asked", function()
    local count = 0
    local store = makeStore(function()
      count = count + 1
      test.sleep(0.3)
      return items
    end)
    store.event("FEATURE.appear", function(state) state.FEATURE.isLoading = true end)
    store.event("FEATURE.refresh")
    store.advance(0.3)
    store.receive("FEATURE/loaded", function(state)
      state.FEATURE.isLoading = false
      state.FEATURE.items = items
    end)
    expect(count).to_equal(1)
  end)

  it("says what went wrong", function()
    local store = makeStore(function() error { code = "offline", message = "there is no network" } end)
    store.event("FEATURE.appear", function(state) state.FEATURE.isLoading = true end)
    store.receive("FEATURE/failed", function(state)
      state.FEATURE.isLoading = false
      state.FEATURE.message = "there is no network"
    end)
    expect(store.view("FEATURE").isEmpty).to_equal(true)
  end)

  it("selects what is tapped", function()
    local store = makeStore(nil, { items = items })
    store.event("FEATURE.tap", { id = 2 }, function(state) state.FEATURE.selected = 2 end)
    expect(store.view("FEATURE").rows[2].isSelected).to_equal(true)
  end)
end)
