local test = require "udf.test"
local describe, it, expect = test.describe, test.it, test.expect

describe("__NAME__", function()
  local items = { { id = 1, title = "one" }, { id = 2, title = "two" } }

  local function makeStore(list, state)
    return test.store {
      features = { require "features.__NAME__" },
      state = { __NAME__ = state },
      services = { __NAME__ = { list = list } },
    }
  end

  it("lists its items when it appears", function()
    local store = makeStore(function() return items end)
    store.event("__NAME__.appear", function(state) state.__NAME__.isLoading = true end)
    store.receive("__NAME__/loaded", function(state)
      state.__NAME__.isLoading = false
      state.__NAME__.items = items
    end)
    expect(store.view("__NAME__").rows).to_equal {
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
    store.event("__NAME__.appear", function(state) state.__NAME__.isLoading = true end)
    store.event("__NAME__.refresh")
    store.advance(0.3)
    store.receive("__NAME__/loaded", function(state)
      state.__NAME__.isLoading = false
      state.__NAME__.items = items
    end)
    expect(count).to_equal(1)
  end)

  it("says what went wrong", function()
    local store = makeStore(function() error { code = "offline", message = "there is no network" } end)
    store.event("__NAME__.appear", function(state) state.__NAME__.isLoading = true end)
    store.receive("__NAME__/failed", function(state)
      state.__NAME__.isLoading = false
      state.__NAME__.message = "there is no network"
    end)
    expect(store.view("__NAME__").isEmpty).to_equal(true)
  end)

  it("selects what is tapped", function()
    local store = makeStore(nil, { items = items })
    store.event("__NAME__.tap", { id = 2 }, function(state) state.__NAME__.selected = 2 end)
    expect(store.view("__NAME__").rows[2].isSelected).to_equal(true)
  end)
end)
