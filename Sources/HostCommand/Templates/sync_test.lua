local test = require "udf.test"
local describe, it, expect = test.describe, test.it, test.expect

-- No engine runs in a test: the test sends the actions of the engine.
describe("__NAME__", function()
  local function makeStore() return test.store { features = { require "features.__NAME__" }, exhaustive = false } end

  it("shows the rows of its cache until the server has answered", function()
    local store = makeStore()
    store.send { type = "__NAME__/cached", rows = { { id = "a", title = "kept" } }, source = "cache", stale = true }
    expect(store.view("__NAME__").titles).to_equal { "kept" }
    expect(store.view("__NAME__").isStale).to_equal(true)
    store.send { type = "__NAME__/synced", rows = { { id = "b", title = "new" } }, stale = false, source = "remote" }
    expect(store.view("__NAME__").titles).to_equal { "kept", "new" }
    expect(store.view("__NAME__").isStale).to_equal(false)
  end)

  it("shows what went wrong", function()
    local store = makeStore()
    store.send { type = "__NAME__/failed", message = "no network", stale = true }
    expect(store.view("__NAME__").problem).to_equal("no network")
  end)
end)
