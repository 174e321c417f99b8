-- What may be written where: of each kind of table its keys, with the types that they may have. `doc` says what a key
-- is for, and `type` more exactly than the types what stands there, in the words of LuaLS. The checks of the prelude
-- and the annotations for editors both read this, so neither can say what the other does not.
local shapes, required, classes = {}, {}, {}

-- The class `name` of what is written as `kind`; `needed` are the keys that must be there.
local function declare(kind, name, doc, needed, keys)
  shapes[kind], required[kind] = keys, needed
  classes[#classes + 1] = { name = name, doc = doc, keys = keys, needed = needed }
end

declare("app", "udf.AppDefinition", "What an app is made of.", { "name", "features" }, {
  name = { "string", doc = "In the banner, the history file and the data folder." },
  version = { "integer", doc = "Of the state's shape, for `migrate`; 1 unless it is said." },
  features = { "table", type = "udf.Feature[]", doc = "Their names are unique." },
  services = {
    "table", type = "table<string, table<string, function>|fun(core: table): table<string, function>>",
    doc = "Adds services or overrides them, whole or by method.",
  },
  middleware = { "table", type = "udf.Middleware[]", doc = "They see each action in this order." },
  flow = { "flow", doc = "Which screen comes next." },
  scenes = { "table", type = "udf.Scene[]", doc = "The screens that routes show." },
  grants = {
    "table", type = "{ files?: string[], env?: string[], hosts?: string[] }",
    doc = "What scripts may reach beyond the app's folder.",
  },
})

declare("feature", "udf.FeatureDefinition", "What a feature is made of.", { "name" }, {
  name = { "string", doc = "A Lua name, unique in the app." },
  version = { "integer", doc = "Of the state's shape, for `migrate`; 1 unless it is said." },
  state = { "table", doc = "The initial state: plain data." },
  actions = {
    "table", type = "table<string, table<string, udf.Type>>",
    doc = "The fields of each action; with it undeclared actions and wrong fields are refused.",
  },
  events = {
    "table", type = "table<string, string|false|fun(event: table, state: table): string|table|nil>",
    doc = "View events and the actions that they mean; false: nothing to do.",
  },
  reduce = {
    "table", type = "table<string, fun(state: table, action: table): table?>",
    doc = "What each action changes: own actions by short name, those of others as \"cart/add\".",
  },
  effects = {
    "table", type = "table<string, udf.Effect>", doc = "What each action sets going, after its commit.",
  },
  view = {
    "function", type = "fun(state: table, computed: table, others: table): table",
    doc = "What the screen shows; pure.",
  },
  reads = { "table", type = "string[]", doc = "The features whose state `view` may see too." },
  uses = { "table", type = "string[]", doc = "The services that effects may reach; none unless it is said." },
  migrate = {
    "function", type = "fun(old: table, fromVersion: integer): table",
    doc = "Makes a state of an older version a new one.",
  },
  emits = {
    "table", type = "table<string, string|fun(action: table, state: table): string|table|nil>",
    doc = "Actions and the events that they are for a flow.",
  },
  screen = { "screen", doc = "How the view state looks in a terminal." },
  computed = {
    "table", type = "table<string, table>",
    doc = "Values that follow from paths of the own state: `{ \"path\", …, function(values…) … end }`.",
  },
  reactions = {
    "table", type = "table<string, table>",
    doc = "What follows when paths have changed: `{ \"path\", …, function(cx, values…) … end }`.",
  },
  onReload = {
    "string", type = '"finish"|"cancel"|"restart"',
    doc = "What becomes of effects in flight when the code is loaded anew; finish unless it is said.",
  },
})

-- What Lua may add around a reducer in Swift.
local function around(more)
  local keys = {}
  for _, key in ipairs {
    "name", "events", "effects", "view", "reads", "uses", "emits", "screen", "computed", "reactions",
    "onReload",
  } do
    keys[key] = shapes.feature[key]
  end
  for key, types in pairs(more) do keys[key] = types end
  return keys
end

declare("native", "udf.NativeAdditions", "What Lua adds around a feature in Swift.", { "name" }, around {})

declare("entities", "udf.EntitiesDefinition", "A feature of rows by key.", { "name", "key" }, around {
  key = { "string", doc = "The field that rows are known by." },
  indexes = { "table", type = "string[]", doc = "Fields by which rows are found fast." },
  sort = { "string", "table", type = "string|string[]", doc = "Fields by which rows are in order." },
  text = { "table", type = "string[]", doc = "Fields in which a search looks." },
})

declare("sync", "udf.SyncDefinition", "Rows that are kept in step with a server.", { "name", "key" }, around {
  key = shapes.entities.key, indexes = shapes.entities.indexes, sort = shapes.entities.sort,
  text = shapes.entities.text,
  seed = { "string", doc = "A file of rows to begin with, in the app's folder: .ndjson, .json or .csv." },
  remote = {
    "string", "table", type = "string|{ pull: function, push?: function }",
    doc = "The URL of a server, or functions that ask one.",
  },
  cache = { "string", type = "\"sqlite\"|\"memory\"", doc = "Where rows outlive the app." },
  conflict = {
    "string", type = "\"mine\"|\"server\"",
    doc = "What stays when the server's row changes under a change that waits; mine unless it is said.",
  },
  ttl = { "number", doc = "Seconds until rows are asked for again." },
  timeout = { "number", doc = "Seconds that one request may take." },
  schema = { "integer", doc = "Of the rows' shape: a cache of another one is let go." },
  lazy = { "boolean", doc = "Begins when it is asked to, not with the app." },
})

declare("usecase", "udf.UseCaseDefinition", "One thing that the app can do for its user.", { "outputs", "run" }, {
  name = { "string", doc = "In errors and in the log." },
  outputs = {
    "table", type = "string[]", doc = "How it may go: one like `didStart` may come first, one of the others ends it.",
  },
  run = { "function", type = "fun(cx: udf.Context, input: table, output: table<string, function>)", doc = "Does it." },
})

declare("keyed", "udf.KeyedDefinition", "Many items that are each as a feature is.", { "name", "key", "feature" }, {
  name = { "string", doc = "Of the whole." },
  key = { "string", doc = "The field that items are known by." },
  feature = { "feature", doc = "What each of them is." },
})

declare("optional", "udf.OptionalDefinition", "A feature that may be missing.", { "name", "feature" }, {
  name = { "string", doc = "Of the whole." },
  feature = { "feature", doc = "What it is while it is there." },
})

declare("middleware", "udf.MiddlewareDefinition", "What sees every action.", {}, {
  name = { "string", doc = "In errors." },
  before = {
    "function", type = "fun(context: udf.MiddlewareContext, action: table): table|false|nil",
    doc = "Sees an action before the reducers do.",
  },
  after = {
    "function", type = "fun(context: udf.MiddlewareContext, action: table, changes: table[])",
    doc = "Sees an action and what it has changed.",
  },
  intercepts = { "boolean", doc = "`before` gives the action that goes on, or false for none." },
})

declare("flow", "udf.FlowDefinition", "Who decides which screen comes next.", { "start", "routes" }, {
  name = { "string", doc = "In errors." },
  start = { "string", doc = "The route that the path begins with." },
  routes = { "table", type = "table<string, udf.Route>", doc = "The screens, and the flows in this one." },
  on = {
    "table", type = "table<string, fun(nav: udf.Navigator, event: table)>",
    doc = "What is done about the events of features: `[\"cart.paid\"] = function(nav, event) … end`.",
  },
  notFound = { "string", doc = "The route for a link that leads nowhere." },
})

declare("route", "udf.Route", "A screen of a flow, or a flow in it.", {}, {
  scene = { "string", type = "udf.SceneName", doc = "What is shown." },
  flow = { "flow", doc = "The flow that goes on here." },
  link = { "string", doc = "The links that lead here: `/articles/:id`." },
  guard = {
    "function", type = "fun(state: table, params: table): boolean|string|nil, table?",
    doc = "Whether one may go here, or the route where one goes instead, with its params.",
  },
})

declare("scene", "udf.SceneDefinition", "A screen.", { "name", "view" }, {
  name = { "string", doc = "Unique in the app." },
  model = { "table", type = "string[]", doc = "The paths that the view may see: `articles.items`, `view.cart`." },
  view = {
    "function", type = "fun(model: table, params: table, render: table<string, fun(params?: table): table>): table",
    doc = "What the screen shows; pure.",
  },
  events = {
    "table", type = "table<string, string|fun(event: table, params: table): string|table|nil>",
    doc = "Events of the screen and those of features that they are: `articles.select`.",
  },
  renders = { "table", type = "udf.SceneName[]", doc = "The scenes that the view may render." },
  screen = { "screen", doc = "How the view state looks in a terminal." },
})

declare("store", "udf.test.StoreOptions", "What the store of a test runs.", {}, {
  app = {
    "string", "table", type = "string|udf.App",
    doc = "The path of an app's file, or an app; else the `app.lua` above the test.",
  },
  features = { "table", type = "udf.Feature[]", doc = "Those of an app that has only them." },
  middleware = { "table", type = "udf.Middleware[]", doc = "Goes with `features`." },
  state = { "table", type = "table<string, table>", doc = "What features begin with, besides their defaults." },
  services = { "table", type = "table<string, table<string, function>>", doc = "Stubs, by service and method." },
  exhaustive = { "boolean", doc = "false: only what is asserted is compared." },
})

declare("property", "udf.test.PropertyOptions", "What is tried to show that a property does not hold.", {}, {
  app = shapes.store.app, features = shapes.store.features, middleware = shapes.store.middleware,
  state = shapes.store.state, services = shapes.store.services,
  runs = { "integer", doc = "How many stores are tried; 100 unless it is said." },
  actions = { "integer", doc = "How many actions each of them is sent; 50 unless it is said." },
  sends = { "table", type = "string[]", doc = "The types that are drawn: `{ \"cart/add\" }`; else all of the app." },
  fields = {
    "table", type = "table<string, table<string, any[]|fun(store: udf.test.Store): any>>",
    doc = "By action and field: a list to choose from, or a function that gives a value and may use `math.random`.",
  },
  refusals = { "boolean", doc = "true: an action may be refused." },
})

-- What can be shown as a text.
local function shown(doc) return { "string", "number", "boolean", isShown = true, doc = doc } end

local event = { "string", doc = "The event that a tap raises." }
local fields = { "table", type = "table", doc = "What the event has." }
local selected = { "boolean", doc = "Whether it is marked." }

declare("row", "udf.ui.Row", "A row of a list.", { "text" }, {
  text = shown("What it is."), detail = shown("What stands at its end."),
  event = event, fields = fields, selected = selected,
})

declare("cells", "udf.ui.Cells", "A row of a table: its cells in order, and these keys.", {}, {
  event = event, fields = fields, selected = selected,
})

declare("column", "udf.ui.Column", "A column of a table.", { "title" }, {
  title = shown("What stands above it."),
  align = { "string", type = "\"left\"|\"right\"", doc = "The side at which cells stand." },
})

declare("table", "udf.ui.Table", "A table.", { "columns", "rows" }, {
  columns = { "table", type = "(string|udf.ui.Column)[]", doc = "From left to right." },
  rows = { "table", type = "any[]", doc = "Rows, or what `row` makes them of." },
  row = { "function", type = "fun(item: any, index: integer): udf.ui.Cells", doc = "Makes those that are shown." },
})

declare("field", "udf.ui.Field", "A line of a form.", { "label" }, {
  label = shown("What stands before it."), value = shown("What it holds."),
  event = { "string", doc = "The event that writing raises." }, fields = fields,
  key = { "string", doc = "One word, by which one writes: `:type WORD TEXT`." },
  secret = { "boolean", doc = "Whether it is hidden." },
})

return { shapes = shapes, required = required, classes = classes }
