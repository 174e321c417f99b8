local test = require "udf.test"
local udf = require "udf"
local describe, it, expect = test.describe, test.it, test.expect

describe("the flow __NAME__", function()
  local function makeStore()
    return test.store {
      app = udf.app {
        name = "app", features = {}, scenes = require "scenes.__NAME__", flow = require "flows.__NAME__",
      },
      exhaustive = false,
    }
  end

  local function path(store)
    local routes = udf.list {}
    for i, screen in ipairs(store.state.nav.path) do routes[i] = screen.route end
    return routes
  end

  it("begins with the overview", function() expect(path(makeStore())).to_equal { "overview" } end)

  it("shows a detail and goes back", function()
    local store = makeStore()
    store.send { type = "nav/push", route = "detail", params = { id = "7" } }
    expect(path(store)).to_equal { "overview", "detail" }
    expect(store.screen().title).to_equal("Detail 7")
    store.send { type = "nav/pop" }
    expect(path(store)).to_equal { "overview" }
  end)
end)
