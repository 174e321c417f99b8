local test = require "udf.test"
local describe, it, expect = test.describe, test.it, test.expect

describe("__NAME__", function()
  local function makeStore()
    local store = test.store { features = { require "features.__NAME__" }, exhaustive = false }
    store.send {
      type = "__NAME__/upsert",
      rows = {
        { id = 2, kind = "fruit", title = "pear" },
        { id = 1, kind = "fruit", title = "apple" },
        { id = 3, kind = "grain", title = "rye" },
      },
    }
    return store
  end

  local function titles(store)
    local all = {}
    for i, row in ipairs(store.view("__NAME__").rows) do all[i] = row.title end
    return all
  end

  it("finds rows by an index, in order", function()
    local store = makeStore()
    store.send { type = "__NAME__/query", where = { kind = "fruit" } }
    expect(titles(store)).to_equal { "apple", "pear" }
  end)

  it("finds rows by their text", function()
    local store = makeStore()
    store.event("__NAME__.search", { text = "ry" })
    expect(titles(store)).to_equal { "rye" }
  end)

  it("merges the fields of a row", function()
    local store = makeStore()
    store.send { type = "__NAME__/update", key = 2, changes = { title = "quince" } }
    store.send { type = "__NAME__/query", where = { kind = "fruit" } }
    expect(titles(store)).to_equal { "apple", "quince" }
  end)
end)
