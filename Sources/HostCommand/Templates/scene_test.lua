local test = require "udf.test"
local udf = require "udf"
local describe, it, expect = test.describe, test.it, test.expect

describe("the scene __NAME__", function()
  local function makeStore()
    return test.store {
      app = udf.app {
        name = "app", features = {}, scenes = { require "scenes.__NAME__" },
        flow = udf.flow { start = "__NAME__", routes = { __NAME__ = { scene = "__NAME__" } } },
      },
      exhaustive = false,
    }
  end

  it("shows its name", function() expect(makeStore().screen().title).to_equal("__NAME__") end)

  it("shows the title of its route", function()
    local store = makeStore()
    store.send { type = "nav/push", route = "__NAME__", params = { title = "Hello" } }
    expect(store.screen().title).to_equal("Hello")
  end)
end)
