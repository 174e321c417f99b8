-- In tests there is no log: the board behaves as with a log that confirms at once.
local test = require "udf.test"
local describe, it, expect = test.describe, test.it, test.expect

local function openBoard()
  local uuid, clock = { make = function() return "card" end }, { now = function() return 0 end }
  return test.store { exhaustive = false, services = { uuid = uuid, clock = clock } }
end

describe("board", function()
  it("numbers cards in the order in which they are added", function()
    local store = openBoard()
    store.send { type = "board/add", title = "bread" }
    store.send { type = "board/add", title = "milk" }
    expect(store.view("board").todo).to_equal({ "1 bread", "2 milk" })
    expect(store.state.board.cards[1].id).to_equal("card")
  end)

  it("gives a card to the one who takes it first", function()
    local store = openBoard()
    store.send { type = "board/add", title = "bread" }
    store.send { type = "board/take", card = 1, by = "ada" }
    expect(store.view("board").doing).to_equal({ "1 bread (ada)" })
    expect(function() store.send { type = "board/take", card = 1, by = "bob" } end).to_fail("ada has card 1 already")
  end)

  it("moves and removes cards", function()
    local store = openBoard()
    store.send { type = "board/add", title = "bread" }
    store.send { type = "board/move", card = 1, to = "done" }
    expect(store.view("board").done).to_equal({ "1 bread" })
    store.send { type = "board/remove", card = 1 }
    expect(store.view("board").done).to_equal({})
    expect(function() store.send { type = "board/remove", card = 1 } end).to_fail("there is no card 1")
  end)
end)
