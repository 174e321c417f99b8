-- Each test shows what the concept that it is named for promises.
local test = require "udf.test"
local udf = require "udf"
local describe, it, expect = test.describe, test.it, test.expect

local cart, catalog = require "features.cart", require "features.catalog"
local orders, session = require "features.orders", require "features.session"

local moth = { sku = "C3", title = "Moth, taped", price = 47, qty = 2 }
local rule = { sku = "D4", title = "Slide rule", price = 30, qty = 1 }

-- They take a second for everything.
local services = {
  accounts = {
    open = function(name)
      test.sleep(1)
      return { name = name }
    end,
  },
  orders = {
    place = function()
      test.sleep(1)
      return 7
    end,
  },
}

local function messages(store)
  local list = udf.list {}
  for i, entry in ipairs(store.logs()) do list[i] = entry.message end
  return list
end

-- A feature as it is, that says whenever its part `key` runs: its view, or a reducer of `reduce`.
local function spied(feature, key)
  local copy = { reduce = {} }
  for name, value in pairs(feature) do if name ~= "reduce" then copy[name] = value end end
  for name, reduce in pairs(feature.reduce) do copy.reduce[name] = reduce end
  local owner = copy[key] and copy or copy.reduce
  local part = owner[key]
  owner[key] = function(...)
    print(feature.name)
    return part(...)
  end
  return udf.feature(copy)
end

describe("Store / send", function()
  it("an action is the only way to change the state", function()
    local store = test.store()
    store.send({ type = "cart/add", sku = "C3", title = "Moth, taped", price = 47 }, function(state)
      state.cart.items = { { sku = "C3", title = "Moth, taped", price = 47, qty = 1 } }
    end)
    expect(function() store.state.cart.items[1].price = 1 end).to_fail("cart.items[1].price is read-only here")
  end)

  it("one that makes no sense is refused", function()
    local store = test.store()
    expect(function() store.send { type = "cart/ad" } end).to_fail("no feature handles this action")
    expect(function() store.send { type = "cart/add", sku = "C3", title = "Moth, taped", price = "47" } end)
      .to_fail('cart/add: price must be a number, got string "47"')
  end)
end)

describe("composed reducers", function()
  local emptied, booked = spied(cart, "orders/placed"), spied(orders, "placed")

  for names, features in pairs {
    ["cart, orders"] = { emptied, session, booked }, ["orders, cart"] = { booked, session, emptied },
  } do
    it("a placed order concerns two modules, one after the other as the app lists them: " .. names, function()
      local store = test.store { features = features, state = { cart = { items = { moth } } } }
      store.send({ type = "orders/placed", number = 7 }, function(state)
        state.cart.items = udf.list {}
        state.orders.last = 7
      end)
      expect(table.concat(messages(store), ", ")).to_equal(names)
    end)
  end
end)

describe("history and JSON", function()
  local actions = udf.list {
    { type = "catalog/search", query = "Moth" },
    { type = "cart/add", sku = "C3", title = "Moth, taped", price = 47 },
    { type = "cart/add", sku = "D4", title = "Slide rule", price = 30 },
    { type = "cart/add", sku = "C3", title = "Moth, taped", price = 47 },
    { type = "cart/remove", sku = "D4" },
    { type = "session/loggedIn", user = "Ada" },
  }

  -- Sends on what a value is after it was JSON.
  local wire = udf.feature {
    name = "wire",
    uses = { "json" },
    reduce = { passed = function() end },
    effects = {
      pass = function(cx, action)
        local json = cx.services.json
        cx.send { type = "passed", value = json.decode(json.encode(action.value)) }
      end,
    },
  }

  local function makeStore(seen, state)
    return test.store {
      features = { catalog, cart, session, orders, wire }, state = state, exhaustive = false,
      middleware = { udf.middleware(function(_, action) seen[#seen + 1] = action end) },
    }
  end

  -- The actions that a middleware has seen, and the state and a view that they have led to, as they are in a file.
  local function save()
    local seen = udf.list {}
    local store = makeStore(seen)
    for _, action in ipairs(actions) do store.send(action) end
    store.send { type = "wire/pass", value = { actions = seen, state = store.state, cart = store.view("cart") } }
    return seen[#seen].value
  end

  it("saved and loaded the state is equal", function()
    local saved = save()
    local store = makeStore({}, saved.state)
    expect(store.state).to_equal(saved.state)
    expect(store.view("cart")).to_equal(saved.cart)
  end)

  it("the actions that led to a state lead to it again", function()
    local saved = save()
    expect(saved.actions).to_equal(actions)
    local store = makeStore {}
    for _, action in ipairs(saved.actions) do store.send(action) end
    expect(store.state).to_equal(saved.state)
  end)
end)

describe("previewable", function()
  it("a cart that nobody has filled", function()
    local store = test.store { state = { cart = { items = { moth, rule } } } }
    expect(store.view("cart")).to_equal {
      rows = {
        { sku = "C3", title = "2 × Moth, taped", price = 94 }, { sku = "D4", title = "1 × Slide rule", price = 30 },
      },
      total = 124, count = 3,
    }
  end)

  it("a login that has failed, and a search without a result", function()
    local store = test.store { state = { session = { name = "bob", error = "no" }, catalog = { query = "abacus" } } }
    expect(store.view("session")).to_equal { name = "bob", isLoading = false, error = "no" }
    expect(store.view("catalog")).to_equal { query = "abacus", rows = udf.list {} }
  end)
end)

describe("store per feature", function()
  it("1,000 actions in the catalog: the view of the cart runs 0 times", function()
    local typist = udf.feature {
      name = "typist",
      effects = {
        type = function(cx)
          for i = 1, 1000 do cx.send { type = "catalog/search", query = tostring(i) } end
        end,
      },
    }
    local store = test.store {
      features = { catalog, spied(cart, "view"), session, orders, typist },
      state = { cart = { items = { moth } } }, exhaustive = false,
    }
    local view = store.view("cart")
    expect(messages(store)).to_equal { "cart" }
    store.send { type = "typist/type" }
    expect(store.view("catalog").query).to_equal("1000")
    expect(store.view("cart")).to_equal(view)
    expect(messages(store)).to_equal { "cart" }
  end)
end)

describe("lifted, keyed, optional reducers; async middleware", function()
  it("what is not in the cart cannot be taken from it, and that is reported", function()
    local store = test.store { state = { cart = { items = { rule } } } }
    store.send { type = "cart/remove", sku = "C3" }
    expect(messages(store)).to_equal { 'there is no "C3" in the cart' }
    store.send({ type = "cart/remove", sku = "D4" }, function(state) state.cart.items = udf.list {} end)
  end)

  it("an order takes its time, and what comes of it goes the way of all actions", function()
    local seen = udf.list {}
    local store = test.store {
      features = { cart, session, orders }, services = services,
      state = { cart = { items = { moth } }, session = { user = "Ada" } },
      middleware = { udf.middleware(function(_, action) seen[#seen + 1] = action.type end) },
    }
    store.event("orders.place", function(state) state.orders.isPlacing = true end)
    store.advance(1)
    store.receive({ type = "orders/placed", number = 7 }, function(state)
      state.cart.items = udf.list {}
      state.orders.isPlacing, state.orders.last = false, 7
    end)
    expect(seen).to_equal { "orders/place", "orders/placed" }
  end)
end)

describe("the journey", function()
  local function openShop(state) return test.store { services = services, state = state, exhaustive = false } end

  local function routes(store)
    local list = udf.list {}
    for i, screen in ipairs(store.state.nav.path) do list[i] = screen.route end
    return list
  end

  it("a guest who wants to pay logs in first, and comes back to pay", function()
    local store = openShop()
    store.event("products.tap", { sku = "C3" })
    store.event("product.add", { sku = "C3", title = "Moth, taped", price = 47 })
    store.event("badge.tap")
    store.event("basket.checkout")
    expect(routes(store)).to_equal { "products", "product", "cart", "login" }
    store.event("login.name", { text = "Ada" })
    store.event("login.submit")
    store.advance(1)
    expect(routes(store)).to_equal { "products", "product", "cart", "checkout" }
    store.event("checkout.place")
    store.advance(1)
    expect(routes(store)).to_equal { "products", "thanks" }
    expect(store.view("orders").last).to_equal(7)
    store.event("thanks.done")
    expect(routes(store)).to_equal { "products" }
  end)

  it("whoever is known is not asked", function()
    local store = openShop { session = { user = "Ada" } }
    store.event("products.tap", { sku = "C3" })
    store.event("badge.tap")
    store.event("basket.checkout")
    expect(routes(store)).to_equal { "products", "product", "cart", "checkout" }
  end)

  it("whoever goes back while the answer is awaited is not logged in, and can try again", function()
    local store = openShop()
    store.send { type = "nav/push", route = "checkout" }
    store.event("login.submit")
    store.send { type = "nav/pop" }
    store.advance(1)
    expect(store.state.session.user).to_equal(nil)
    store.send { type = "nav/push", route = "checkout" }
    expect(store.view("session").isLoading).to_equal(false)
  end)
end)
