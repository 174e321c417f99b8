-- The keys of each kind of table that scripts write, with the types of their values. The checks of the prelude, the
-- annotations for editors and `udfhost check` all read this file, so each list of words exists once. What only tools
-- need is declared in their own `declarations.lua`.
--
-- Besides its types, a key may have: `doc`, the purpose of the key; `type`, the exact type in the notation of LuaLS;
-- `of`, the types of the values of a map from names; `names`, if the value is a list of names; `oneOf`, the texts that
-- the value may be; `isName`, if it must be a Lua name; `help`, the end of the error if the key is missing.
local host = ...
local shapes, required, classes = {}, {}, {}

local function quoted(texts)
  local all = {}
  for i, text in ipairs(texts) do all[i] = ("%q"):format(text) end
  return table.concat(all, "|")
end

-- Declares the class `name` of the tables of a kind; `needed` are the keys that a table must have.
local function declare(kind, name, doc, needed, keys)
  for _, types in pairs(keys) do
    types.type = types.type or types.names and "string[]" or types.oneOf and quoted(types.oneOf)
  end
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
  name = { "string", isName = true, doc = "A Lua name, unique in the app." },
  version = { "integer", doc = "Of the state's shape, for `migrate`; 1 unless it is said." },
  state = { "table", doc = "The initial state: plain data." },
  actions = {
    "table", of = { "table" }, type = "table<string, table<string, udf.Type>>",
    doc = "The fields of each action; with it undeclared actions and wrong fields are refused.",
  },
  events = {
    "table", of = { "string", "function", false },
    type = "table<string, string|false|fun(event: table, state: table): string|table|nil>",
    doc = "View events and the actions that they mean; false: nothing to do.",
  },
  reduce = {
    "table", of = { "function" }, type = "table<string, fun(state: table, action: table): table?>",
    doc = "What each action changes: own actions by short name, those of others as \"cart/add\".",
  },
  effects = {
    "table", of = { "function", "policy" }, type = "table<string, udf.Effect>",
    doc = "What each action sets going, after its commit.",
  },
  view = {
    "function", type = "fun(state: table, computed: table, others: table): table",
    doc = "What the screen shows; pure.",
  },
  reads = { "table", names = true, doc = "The features whose state `view` may see too." },
  uses = { "table", names = true, doc = "The services that effects may reach; none unless it is said." },
  migrate = {
    "function", type = "fun(old: table, fromVersion: integer): table",
    doc = "Makes a state of an older version a new one.",
  },
  emits = {
    "table", of = { "string", "function" },
    type = "table<string, string|fun(action: table, state: table): string|table|nil>",
    doc = "Actions and the events that they are for a flow.",
  },
  screen = { "screen", doc = "How the view state looks in a terminal." },
  computed = {
    "table", of = { "table" }, type = "table<string, table>",
    doc = "Values that follow from paths of the own state: `{ \"path\", …, function(values…) … end }`.",
  },
  reactions = {
    "table", of = { "table" }, type = "table<string, table>",
    doc = "What follows when paths have changed: `{ \"path\", …, function(cx, values…) … end }`.",
  },
  onReload = {
    "string", oneOf = { "finish", "cancel", "restart" },
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
  indexes = { "table", names = true, doc = "Fields by which rows are found fast." },
  sort = { "string", "table", names = true, type = "string|string[]", doc = "Fields by which rows are in order." },
  text = { "table", names = true, doc = "Fields in which a search looks." },
})

declare("sync", "udf.SyncDefinition", "Rows that are kept in step with a server.", { "name", "key" }, around {
  key = shapes.entities.key, indexes = shapes.entities.indexes, sort = shapes.entities.sort,
  text = shapes.entities.text,
  seed = { "string", doc = "A file of rows to begin with, in the app's folder: .ndjson, .json or .csv." },
  remote = {
    "string", "table", type = "string|udf.SyncRemote", doc = "The URL of a server, or functions that ask one.",
  },
  cache = { "string", oneOf = { "sqlite", "memory" }, doc = "Where rows outlive the app." },
  conflict = {
    "string", "function", oneOf = { "mine", "server" },
    type = "'mine'|'server'|fun(base?: table, mine?: table, theirs?: table): table?",
    doc = "The row after both sides changed it: mine (the default), server, or a function that merges them.",
  },
  auth = {
    "function", type = "fun(cx: udf.Context, request: { refused: boolean }): table<string, string>",
    doc = "Returns headers for requests; called again, with refused, after the server answered 401.",
  },
  live = {
    "boolean", doc = "false: changes are only pulled, also if the server offers to send them as they are made.",
  },
  ttl = { "number", doc = "Seconds until rows are asked for again." },
  timeout = { "number", doc = "Seconds that one request may take." },
  schema = { "integer", doc = "The version of the rows' shape. Rows of an earlier one are migrated, or fetched anew." },
  migrate = {
    "function", type = "fun(row: table, from: integer): table?",
    doc = "Returns a row of an earlier schema in the present shape, nil to leave it out until the server sends it.",
  },
  lazy = { "boolean", doc = "Begins when it is asked to, not with the app." },
  references = { "table", names = true, doc = "Fields with keys of other rows, for a server that makes keys." },
})

declare("remote", "udf.SyncRemote", "Functions that ask a server.", { "pull" }, {
  pull = { "function", help = "a function that gives what has changed", doc = "Gives what has changed." },
  push = { "function", doc = "Sends what was changed here." },
})

declare("usecase", "udf.UseCaseDefinition", "One thing that the app can do for its user.", { "outputs", "run" }, {
  name = { "string", doc = "In errors and in the log." },
  outputs = {
    "table", names = true, doc = "How it may go: one like `didStart` may come first, one of the others ends it.",
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
  routes = {
    "table", of = { "table" }, type = "table<string, udf.Route>", doc = "The screens, and the flows in this one.",
  },
  on = {
    "table", of = { "function" }, type = "table<string, fun(nav: udf.Navigator, event: table)>",
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
  name = { "string", isName = true, doc = "Unique in the app." },
  model = { "table", names = true, doc = "The paths that the view may see: `articles.items`, `view.cart`." },
  view = {
    "function", type = "fun(model: table, params: table, render: table<string, fun(params?: table): table>): table",
    doc = "What the screen shows; pure.",
  },
  events = {
    "table", of = { "string", "function" },
    type = "table<string, string|fun(event: table, params: table): string|table|nil>",
    doc = "Events of the screen and those of features that they are: `articles.select`.",
  },
  renders = { "table", names = true, type = "udf.SceneName[]", doc = "The scenes that the view may render." },
  screen = { "screen", doc = "How the view state looks in a terminal." },
})

-- The policies of effects, each a function of `udf`. `sets` is what the host reads of one; a policy that `takesSeconds`
-- has them as its first argument, and the host reads them under its name.
local policies = {
  { name = "every", sets = { overlap = "every" }, doc = "Each action starts the effect, as without a policy." },
  { name = "leading", sets = { overlap = "leading" }, doc = "An action is ignored while the effect runs." },
  { name = "latest", sets = { overlap = "latest" }, doc = "An action cancels the effect that runs." },
  { name = "queue", sets = { overlap = "queue" }, doc = "An action waits until the effect before it has ended." },
  { name = "debounce", takesSeconds = true, doc = "The effect runs once nobody has asked for that long." },
  { name = "throttle", takesSeconds = true, doc = "After one that began it, actions are ignored for that long." },
  { name = "background", sets = { background = true }, doc = "Settling does not wait for the effect." },
}

-- The keys of a feature that one of many may have too: all that makes sense of one item alone.
local ofOne = {
  name = true, state = true, actions = true, reduce = true, effects = true, events = true, view = true, reads = true,
  uses = true, emits = true, onReload = true,
}

host.declarations = {
  declare = declare, quoted = quoted, shapes = shapes, required = required, classes = classes, policies = policies,
  ofOne = ofOne,
}
