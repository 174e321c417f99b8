-- An example for each table that scripts write, by its class. The reference prints them, and a test runs them.
return {
  ["udf.AppDefinition"] = [[
local udf = require "udf"

local counter = udf.feature {
  name = "counter", state = { count = 0 },
  reduce = { inc = function(state) state.count = state.count + 1 end },
}
local log = udf.middleware { name = "log", after = function(cx, action) cx.log("info", action.type) end }

return udf.app { name = "demo", features = { counter }, middleware = { log } }
]],
  ["udf.FeatureDefinition"] = [[
local udf = require "udf"

local cart = udf.feature {
  name = "cart",
  actions = { add = { sku = "string", qty = "integer" }, save = {}, saved = {} },
  state = { items = udf.list {}, isSaved = true },
  events = { tap = function(event) return { type = "add", sku = event.sku, qty = 1 } end, done = "save" },
  reduce = {
    add = function(state, action)
      table.insert(state.items, { sku = action.sku, qty = action.qty })
      state.isSaved = false
    end,
    saved = function(state) state.isSaved = true end,
  },
  uses = { "kv" },
  effects = {
    save = udf.latest(function(cx)
      cx.services.kv.set("count", tostring(#cx.state.items))
      cx.send { type = "saved" }
    end),
  },
  computed = {
    total = { "items", function(items)
      local sum = 0
      for _, item in ipairs(items) do sum = sum + item.qty end
      return sum
    end },
  },
  view = function(state, computed)
    return { total = computed.total, isSaved = state.isSaved }
  end,
}

return udf.app { name = "demo", features = { cart } }
]],
  ["udf.NativeAdditions"] = [[
local udf = require "udf"

-- `todos` is a feature in Swift that the program provides.
local todos = udf.native("todos", {
  events = { tap = function(event) return { type = "toggle", id = event.id } end },
  view = function(state) return { count = #state.items } end,
})

return udf.app { name = "demo", features = { todos } }
]],
  ["udf.EntitiesDefinition"] = [[
local udf = require "udf"

local tickets = udf.entities {
  name = "tickets", key = "id", indexes = { "owner" }, sort = "-date", text = { "title" },
  events = { mine = function(event) return { type = "query", where = { owner = event.owner } } end },
  view = function(state)
    return { titles = udf.each(state.results, function(row) return row.title end) }
  end,
}

return udf.app { name = "demo", features = { tickets } }
]],
  ["udf.SyncDefinition"] = [[
local udf = require "udf"

local articles = udf.sync {
  name = "articles", key = "id", remote = "http://127.0.0.1:8790", sort = "-date",
  conflict = function(_, mine, theirs)
    return { id = theirs.id, date = theirs.date, title = mine and mine.title or theirs.title }
  end,
  events = { appear = "pull" },
  view = function(state)
    return { titles = udf.each(state.results, function(row) return row.title end), isStale = state.sync.stale }
  end,
}

return udf.app { name = "demo", features = { articles }, grants = { hosts = { "127.0.0.1:8790" } } }
]],
  ["udf.SyncRemote"] = [[
local udf = require "udf"

local url = "http://127.0.0.1:8080/posts"
local posts = udf.sync {
  name = "posts", key = "id", uses = { "http" },
  remote = {
    pull = function(cx, request)
      local answer = cx.services.http.get(url, { query = { since = request.since or "" } })
      return { changes = answer.json.posts, next = answer.json.cursor }
    end,
    push = function(cx, mutations)
      local answers = {}
      for i, mutation in ipairs(mutations) do
        local answer = cx.services.http.request {
          method = mutation.op:upper(), url = url .. "/" .. mutation.key, json = mutation.row,
        }
        local isRefused = answer.status == 400 or answer.status == 409 or answer.status == 422
        if not answer.ok and not isRefused then error("answered " .. answer.status) end
        answers[i] = { id = mutation.id, refused = isRefused and { code = "refused", message = answer.body } or nil }
      end
      return answers
    end,
  },
}

return udf.app { name = "demo", features = { posts }, grants = { hosts = { "127.0.0.1:8080" } } }
]],
  ["udf.UseCaseDefinition"] = [[
local udf = require "udf"

local login = udf.usecase {
  name = "login", outputs = { "didStart", "didSucceed", "didFail" },
  run = function(cx, input, output)
    output.didStart()
    cx.sleep(1)
    if input.password == "engine" then
      output.didSucceed { user = input.name }
    else
      output.didFail { message = "wrong password" }
    end
  end,
}

local session = udf.feature {
  name = "session", state = {},
  reduce = {
    opened = function(state, action) state.user, state.message = action.user, nil end,
    failed = function(state, action) state.message = action.message end,
  },
  effects = {
    submit = udf.leading(function(cx, action)
      login(cx, action, {
        didSucceed = function(result) cx.send { type = "opened", user = result.user } end,
        didFail = function(result) cx.send { type = "failed", message = result.message } end,
      })
    end),
  },
}

return udf.app { name = "demo", features = { session } }
]],
  ["udf.KeyedDefinition"] = [[
local udf = require "udf"

local counter = udf.feature {
  name = "counter", state = { count = 0 },
  reduce = { inc = function(state) state.count = state.count + 1 end },
}

return udf.app { name = "demo", features = { udf.keyed { name = "counters", key = "id", feature = counter } } }
]],
  ["udf.OptionalDefinition"] = [[
local udf = require "udf"

local sheet = udf.feature {
  name = "sheet", state = { text = "" },
  reduce = { write = function(state, action) state.text = action.text end },
}

return udf.app { name = "demo", features = { udf.optional { name = "detail", feature = sheet } } }
]],
  ["udf.MiddlewareDefinition"] = [[
local udf = require "udf"

local counter = udf.feature {
  name = "counter", state = { count = 0 },
  reduce = { add = function(state, action) state.count = state.count + action.by end },
}
local limit = udf.middleware {
  name = "limit", intercepts = true,
  before = function(_, action)
    if action.type == "counter/add" and action.by > 10 then return false end
    return action
  end,
}

return udf.app { name = "demo", features = { counter }, middleware = { limit } }
]],
  ["udf.FlowDefinition"] = [[
local udf = require "udf"

local menu = udf.feature {
  name = "menu", actions = { choose = { id = "integer" } }, emits = { choose = "chosen" },
  events = { tap = function(event) return { type = "choose", id = event.id } end },
}
local scenes = {
  udf.scene { name = "list", view = function() return { title = "All" } end, events = { tap = "menu.tap" } },
  udf.scene { name = "detail", view = function(_, params) return { title = "Number " .. params.id } end },
}

return udf.app {
  name = "demo", features = { menu }, scenes = scenes,
  flow = udf.flow {
    start = "list",
    routes = { list = { scene = "list" }, detail = { scene = "detail", link = "/items/:id" } },
    on = { ["menu.chosen"] = function(nav, event) nav.push("detail", { id = event.id }) end },
  },
}
]],
  ["udf.Route"] = [[
local udf = require "udf"

local session = udf.feature { name = "session", state = { isOpen = false } }
local scenes = {
  udf.scene { name = "home", view = function() return { title = "Home" } end },
  udf.scene { name = "login", view = function() return { title = "Log in" } end },
}

return udf.app {
  name = "demo", features = { session }, scenes = scenes,
  flow = udf.flow {
    start = "login",
    routes = {
      login = { scene = "login" },
      home = {
        scene = "home", link = "/home",
        guard = function(state) if not state.session.isOpen then return "login" end end,
      },
    },
  },
}
]],
  ["udf.SceneDefinition"] = [[
local udf = require "udf"

local items = udf.feature {
  name = "items", state = { rows = udf.list { { id = 1, title = "tea" } } },
  actions = { select = { id = "integer" } }, events = { tap = "select" },
  reduce = { select = function(state, action) state.selected = action.id end },
}
local list = udf.scene {
  name = "list", model = { "items" },
  view = function(model)
    return {
      rows = udf.each(model.items.rows, function(row) return { id = row.id, title = row.title } end),
      selected = model.items.selected,
    }
  end,
  events = { tap = "items.tap" },
}

return udf.app {
  name = "demo", features = { items }, scenes = { list },
  flow = udf.flow { start = "list", routes = { list = { scene = "list" } } },
}
]],
  ["udf.test.StoreOptions"] = [[
local test = require "udf.test"
local udf = require "udf"
local describe, it, expect = test.describe, test.it, test.expect

local clock = udf.feature {
  name = "clock", state = { ticks = 0 },
  reduce = { tick = function(state) state.ticks = state.ticks + 1 end },
  uses = { "bell" },
  effects = { tick = function(cx) cx.services.bell.ring() end },
  view = function(state) return { text = state.ticks .. " ticks" } end,
}

describe("the clock", function()
  it("counts and rings", function()
    local rung = 0
    local store = test.store {
      features = { clock }, state = { clock = { ticks = 4 } },
      services = { bell = { ring = function() rung = rung + 1 end } },
    }
    store.send({ type = "clock/tick" }, function(state) state.clock.ticks = 5 end)
    expect(store.view("clock").text).to_equal("5 ticks")
    expect(rung).to_equal(1)
  end)
end)
]],
  ["udf.test.PropertyOptions"] = [[
local test = require "udf.test"
local udf = require "udf"

local stack = udf.feature {
  name = "stack", actions = { push = { n = "integer" }, pop = {} }, state = { items = udf.list {} },
  reduce = {
    push = function(state, action) table.insert(state.items, action.n) end,
    pop = function(state) if #state.items > 0 then table.remove(state.items) end end,
  },
}

test.property("a stack has no gaps", { features = { stack }, runs = 20, actions = 20 }, function(store)
  for i = 1, #store.state.stack.items do test.expect(math.type(store.state.stack.items[i])).to_equal("integer") end
end)
]],
  ["udf.ui.Row"] = [[
local udf = require "udf"

local menu = udf.feature {
  name = "menu", state = { selected = 1 }, actions = { select = { id = "integer" } }, events = { tap = "select" },
  reduce = { select = function(state, action) state.selected = action.id end },
  view = function(state)
    return { rows = { { id = 1, title = "tea" }, { id = 2, title = "rye" } }, on = state.selected }
  end,
  screen = udf.screen(function(view, ui)
    return {
      ui.list(view.rows, function(row)
        return ui.row { text = row.title, event = "tap", fields = { id = row.id }, selected = row.id == view.on }
      end),
    }
  end),
}

return udf.app { name = "demo", features = { menu } }
]],
  ["udf.ui.Table"] = [[
local udf = require "udf"

local stock = udf.feature {
  name = "stock", state = { rows = udf.list { { sku = "A1", qty = 3 } } },
  view = function(state) return { rows = state.rows } end,
  screen = udf.screen(function(view, ui)
    return {
      ui.table {
        columns = { "article", { title = "in stock", align = "right" } }, rows = view.rows,
        row = function(item) return { item.sku, item.qty } end,
      },
    }
  end),
}

return udf.app { name = "demo", features = { stock } }
]],
  ["udf.ui.Field"] = [[
local udf = require "udf"

local login = udf.feature {
  name = "login", state = { name = "" }, actions = { write = { text = "string" } }, events = { name = "write" },
  reduce = { write = function(state, action) state.name = action.text end },
  view = function(state) return { name = state.name } end,
  screen = udf.screen(function(view, ui)
    return { ui.fields { { label = "Name", key = "name", value = view.name, event = "name" } } }
  end),
}

return udf.app { name = "demo", features = { login } }
]],
}
