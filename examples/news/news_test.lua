-- Each test shows what the concept that it is named for promises. What an engine would tell is sent by the tests.
local test = require "udf.test"
local udf = require "udf"
local describe, it, expect = test.describe, test.it, test.expect

local tape = {
  id = "tape-1", package = "tape", title = "Tapes are read backwards", text = "All of them.", author = "Alan Turing",
  date = "2024-06-23T12:00:00Z", category = "devel",
}
local moth = {
  id = "moth-1", package = "moth", title = "A moth in the relay", text = "It was taped.", author = "Grace Hopper",
  date = "2024-09-09T15:45:00Z", category = "games",
}

local function openApp(given)
  given = given or {}
  given.exhaustive = false
  return test.store(given)
end

-- The app after it was started with these articles from its seed.
local function openNews(rows, given)
  local store = openApp(given)
  store.send { type = "reader/start" }
  store.send { type = "articles/cached", rows = rows, source = "seed", stale = true }
  store.send { type = "articles/status", phase = "idle", stale = true }
  return store
end

local function titles(store)
  local list = udf.list {}
  for i, row in ipairs(store.view("reader").rows) do list[i] = row.text end
  return list
end

local function routes(store)
  local list = udf.list {}
  for i, screen in ipairs(store.state.nav.path) do list[i] = screen.route end
  return list
end

local function messages(store)
  local list = udf.list {}
  for i, entry in ipairs(store.logs()) do list[i] = entry.message end
  return list
end

describe("seed > cache > remote", function()
  it("the server cannot be asked: what was shipped is there, marked as perhaps old", function()
    local store = openNews { tape, moth }
    store.send { type = "articles/failed", message = "nothing listens there", stale = true, retryIn = 1 }
    expect(titles(store)).to_equal { "moth: A moth in the relay", "tape: Tapes are read backwards" }
    expect(store.state.articles.sync.stale).to_equal(true)
    expect(store.state.articles.sync.problem).to_equal("nothing listens there")
  end)
end)

describe("cache-first, second delivery", function()
  it("what is there is shown at once, and then only what has changed is brought", function()
    local store = openNews { tape, moth }
    local corrected = {}
    for key, value in pairs(tape) do corrected[key] = value end
    corrected.title = "Tapes are read forwards again"
    store.send { type = "articles/synced", rows = { corrected }, removed = { "moth-1" }, stale = false, cursor = "T2" }
    expect(titles(store)).to_equal { "tape: Tapes are read forwards again" }
    expect(store.state.articles.sync.stale).to_equal(false)
  end)
end)

describe("middleware", function()
  it("comes before the reducer, in the order in which the app lists them, and changes nothing", function()
    local seen = udf.list {}
    local function watching(name)
      return udf.middleware(function(cx, action)
        if action.type == "reader/choose" then seen[#seen + 1] = name .. " " .. (cx.state.reader.category or "all") end
      end)
    end
    local store = openApp {
      features = { require "features.articles", require "features.reader" },
      middleware = { watching "first", watching "second" },
    }
    store.send { type = "reader/choose", category = "games" }
    store.send { type = "reader/choose" }
    expect(seen).to_equal { "first all", "second all", "first games", "second games" }
  end)

  it("what is read is logged, and where it was found", function()
    local store = openNews { moth }
    store.send { type = "reader/choose", category = "games" }
    store.send { type = "reader/select", id = "moth-1" }
    expect(messages(store)).to_contain("read moth-1, from games")
  end)
end)

describe("the reader", function()
  it("finds by words and by category, the newest first", function()
    local store = openNews { tape, moth }
    store.event("listArticles.typed", { text = "TAPED" })
    expect(titles(store)).to_equal { "moth: A moth in the relay" }
    store.event("listArticles.typed", { text = "" })
    store.event("listArticles.categories")
    store.event("listCategories.tap", { category = "devel" })
    expect(routes(store)).to_equal { "list" }
    expect(titles(store)).to_equal { "tape: Tapes are read backwards" }
    expect(store.view("categories")).to_equal {
      rows = { { category = "devel", count = 1 }, { category = "games", count = 1 } }, count = 2,
    }
  end)

  it("goes from the list to an article, and from the favorites", function()
    local store = openNews { tape, moth }
    store.event("listArticles.tap", { id = "moth-1" })
    expect(routes(store)).to_equal { "list", "article" }
    expect(store.state.nav.path[2].params).to_equal { id = "moth-1" }
    store.send { type = "nav/pop" }
    store.event("listArticles.favorites")
    store.event("listFavorites.tap", { id = "tape-1" })
    expect(routes(store)).to_equal { "list", "favorites", "article" }
  end)

  it("watches: the server is asked again and again, until nobody looks any more", function()
    local store = openNews { tape }
    store.event("listArticles.watch")
    for _ = 1, 3 do
      store.receive { type = "articles/pull", force = true }
      store.advance(5)
    end
    store.receive("articles/pull")
    store.event("listArticles.watch")
    expect(store.view("reader").isWatching).to_equal(false)
    store.advance(60)
    expect(function() store.receive("articles/pull") end).to_fail("articles/pull")
  end)

  it("sees twenty, and twenty more", function()
    local rows = {}
    for i = 1, 50 do
      rows[i] = { id = "a" .. i, package = "a", title = tostring(i), text = "", date = "2024-01-01", category = "x" }
    end
    local store = openNews(rows)
    expect({ #titles(store), store.view("reader").more }).to_equal { 20, 30 }
    store.event("listArticles.more")
    expect({ #titles(store), store.view("reader").more }).to_equal { 40, 10 }
  end)
end)

describe("favorites", function()
  it("are a change of the article, which the engine is asked for", function()
    local store = openNews { tape, moth }
    store.send { type = "favorites/toggle", id = "moth-1" }
    store.receive { type = "articles/mutate", key = "moth-1", patch = { favorite = true } }
    local favorite = {}
    for key, value in pairs(moth) do favorite[key] = value end
    favorite.favorite = true
    store.send { type = "articles/cached", rows = { favorite }, source = "local" }
    expect(titles(store)).to_contain("★ moth: A moth in the relay")
    expect(store.view("favorites").rows).to_equal {
      { id = "moth-1", text = "moth: A moth in the relay", date = "2024-09-09" },
    }
    store.send { type = "favorites/toggle", id = "moth-1" }
    store.receive { type = "articles/mutate", key = "moth-1", patch = { favorite = false } }
  end)

  it("of an article that is gone meanwhile say so", function()
    local store = openNews { tape }
    store.send { type = "favorites/toggle", id = "moth-1" }
    store.receive_error 'there is no article "moth-1" any more'
  end)
end)
