-- The keys of each kind of table that scripts write, with the types of their values. The checks of the prelude, the
-- annotations for editors and `udfhost check` all read this file, so each list of words exists once. What only tools
-- need is declared in their own `declarations.lua`.
--
-- Besides its types, a key may have: `doc`, the purpose of the key; `type`, the exact type in the notation of LuaLS;
-- `of`, the types of the values of a map from names; `names`, if the value is a list of names; `oneOf`, the texts that
-- the value may be; `isName`, if it must be a Lua name; `help`, the end of the error if the key is missing; `default`,
-- the value without the key, as Lua or in words; `phase`, where its functions run: `pure` (they only compute),
-- `effect` (they may wait and call services), `middleware` or `test`.
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

declare("app", "udf.AppDefinition", "The definition of an app.", { "name", "features" }, {
  name = { "string", doc = "The name in the banner, the history file and the data folder." },
  version = { "integer", default = "1", doc = "The version of the state, for `migrate`." },
  features = { "table", type = "udf.Feature[]", doc = "The features; their names must be unique." },
  services = {
    "table", type = "table<string, table<string, function>|fun(core: table): table<string, function>>",
    default = "those of the host", phase = "effect",
    doc = "Adds services, or replaces them as a whole or by method. "
      .. "A function makes them of `core`: the services of the host, and `core.sleep(seconds)`.",
  },
  middleware = { "table", type = "udf.Middleware[]", doc = "Middleware, which receives each action in this order." },
  flow = { "flow", doc = "The routes, and the navigation between them." },
  scenes = { "table", type = "udf.Scene[]", doc = "The scenes that routes show." },
  grants = {
    "table", type = "{ files?: string[], env?: string[], hosts?: string[] }",
    doc = "The grants that the app requests for resources outside of its folder; the user decides.",
  },
  checkOff = {
    "table", type = "string[]",
    doc = "Folders and files, relative to the app's folder, in which `udfhost check` reports nothing.",
  },
})

declare("feature", "udf.FeatureDefinition", "The definition of a feature.", { "name" }, {
  name = { "string", isName = true, doc = "A Lua name, unique in the app." },
  version = { "integer", default = "1", doc = "The version of the state, for `migrate`." },
  state = { "table", default = "{}", doc = "The initial state: plain data." },
  actions = {
    "table", of = { "table" }, type = "table<string, table<string, udf.Type>>",
    doc = "The fields of each action. If it is set, undeclared actions and wrong fields are refused. "
      .. "The host sends `start`, without fields, to each feature that has it when the app starts.",
  },
  events = {
    "table", of = { "string", "function", false },
    type = "table<string, string|false|fun(event: table, state: table): string|table|nil>",
    phase = "pure", doc = "The action of each view event; false: none.",
  },
  reduce = {
    "table", of = { "function" }, type = "table<string, fun(state: table, action: table): table?>",
    phase = "pure", doc = "A reducer for each action: own actions by short name, others as \"cart/add\". "
      .. "It writes its state; a table that it returns replaces the whole state of the feature.",
  },
  effects = {
    "table", of = { "function", "policy" }, type = "table<string, udf.Effect>",
    phase = "effect", doc = "An effect for each action, which starts after the commit.",
  },
  view = {
    "function", type = "fun(state: table, computed: table, others: table): table",
    phase = "pure", doc = "Returns the view state; pure.",
  },
  reads = { "table", names = true, doc = "The features whose state `view` may also read." },
  uses = { "table", names = true, default = "{}", doc = "The services that effects may call." },
  migrate = {
    "function", type = "fun(old: table, fromVersion: integer): table",
    phase = "pure", doc = "Converts a state of an older version to the present one.",
  },
  emits = {
    "table", of = { "string", "function" },
    type = "table<string, string|fun(action: table, state: table): string|table|nil>",
    phase = "pure", doc = "The screen event of each action that emits one for a flow.",
  },
  screen = { "screen", doc = "Shows the view state in a terminal." },
  computed = {
    "table", of = { "table" }, type = "table<string, table>",
    phase = "pure", doc = "Values computed from paths of the own state: `{ \"path\", …, function(values…) … end }`.",
  },
  reactions = {
    "table", of = { "table" }, type = "table<string, table>",
    phase = "effect",
    doc = "Effects that start after a change of paths: `{ \"path\", …, function(cx, values…) … end }`; "
      .. "with `undo = true` also after an undo.",
  },
  onReload = {
    "string", oneOf = { "finish", "cancel", "restart" },
    default = "finish", doc = "What a reload of the code does with running effects.",
  },
  shared = {
    "boolean", default = "false",
    doc = "Whether all hosts of the app receive its actions, through the log of `--log`.",
  },
  stamp = {
    "function", type = "fun(cx: { state: table, services: table<string, table> }, action: table): table?",
    phase = "effect",
    doc = "Returns fields of an action that are not deterministic, such as times and ids, before it is reduced. "
      .. "Fields that the action already has are kept.",
  },
  onRejected = {
    "function", type = "fun(cx: udf.Context, action: table, reason: string, code: string)",
    phase = "effect",
    doc = "Runs for an own action that is refused later, because actions of other hosts came before it. "
      .. "`reason` and `code` are the message and the code of the error that the reducer raised.",
  },
})

-- The keys that Lua may add to a reducer in Swift.
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

local shared = { shared = shapes.feature.shared, stamp = shapes.feature.stamp, onRejected = shapes.feature.onRejected }

declare("native", "udf.NativeAdditions", "The parts in Lua of a feature in Swift.", { "name" }, around(shared))

declare("entities", "udf.EntitiesDefinition", "A feature with rows by key.", { "name", "key" }, around {
  key = { "string", doc = "The field with the key of a row." },
  indexes = { "table", names = true, doc = "Fields with an index, for fast lookup." },
  sort = {
    "string", "table", names = true, type = "string|string[]", default = "the order of arrival",
    doc = "Fields by which rows are sorted.",
  },
  text = { "table", names = true, default = "all fields", doc = "Fields in which a text is searched." },
  shared = shared.shared, stamp = shared.stamp, onRejected = shared.onRejected,
})

declare("sync", "udf.SyncDefinition", "Rows that are synchronized with a server.", { "name", "key" }, around {
  key = shapes.entities.key, indexes = shapes.entities.indexes, sort = shapes.entities.sort,
  text = shapes.entities.text,
  seed = { "string", doc = "A file in the app's folder with rows to start with: .ndjson, .json or .csv." },
  remote = {
    "string", "table", type = "string|udf.SyncRemote",
    doc = "The URL of a server, or functions that send requests to one.",
  },
  collection = {
    "string", doc = "The collection's name on the server, if the address has several collections.",
  },
  where = {
    "table", type = "table<string, string|integer|boolean|(string|integer|boolean)[]>",
    default = "all rows",
    doc = "Only rows with these values, one or a list for each field, are pulled and kept.",
  },
  cache = { "string", oneOf = { "sqlite", "memory" }, default = "sqlite", doc = "Where rows are kept between runs." },
  conflict = {
    "string", "function", oneOf = { "mine", "server" },
    type = "'mine'|'server'|fun(base?: table, mine?: table, theirs?: table): table?",
    default = "mine", phase = "pure",
    doc = "The row after the app and the server changed it: mine, server, or the result of a function.",
  },
  auth = {
    "function", type = "fun(cx: udf.Context, request: { refused: boolean }): table<string, string>",
    phase = "effect", doc = "Returns headers for requests; called again, with refused = true, after a response 401.",
  },
  live = {
    "boolean", default = "true",
    doc = "Whether the server may stream changes; false: changes are only pulled.",
  },
  ttl = { "number", default = "60", doc = "Seconds for which rows count as fresh." },
  timeout = { "number", default = "30", doc = "The timeout of a request in seconds." },
  schema = {
    "integer", default = "1",
    doc = "The version of the rows. Rows of an earlier version are migrated, or pulled again.",
  },
  migrate = {
    "function", type = "fun(row: table, from: integer): table?",
    phase = "pure",
    doc = "Converts a row of an earlier version; nil leaves it out until the server sends it.",
  },
  lazy = { "boolean", default = "true", doc = "Starts with the first read or pull, and not with the app." },
  references = {
    "string", "table", type = "string|string[]|table<string, string>",
    doc = "Fields with keys of other rows, for a server that makes keys; or these rows' collections by field.",
  },
})

declare("remote", "udf.SyncRemote", "Functions that send requests to a server.", { "pull" }, {
  pull = {
    "function", help = "a function that returns what has changed", phase = "effect",
    doc = "Returns the changes since the last pull.",
  },
  push = { "function", phase = "effect", doc = "Sends mutations to the server." },
  all = { "boolean", default = "false", doc = "Whether `push` applies several changes as one, all or none." },
})

declare("usecase", "udf.UseCaseDefinition", "A function with named outputs.", { "outputs", "run" }, {
  name = { "string", doc = "The name in errors and in the log." },
  outputs = {
    "table", names = true,
    doc = "The names of the outputs. One like `didStart` may come first; each of the others ends the run.",
  },
  run = {
    "function", type = "fun(cx: udf.Context, input: table, output: table<string, function>)", phase = "effect",
    doc = "Runs the use case and calls its outputs.",
  },
})

declare("keyed", "udf.KeyedDefinition", "A list of items, each like a feature.", { "name", "key", "feature" }, {
  name = { "string", doc = "The name of the feature." },
  key = { "string", doc = "The field with the key of an item." },
  feature = { "feature", doc = "The feature of an item." },
})

declare("optional", "udf.OptionalDefinition", "A feature that can be added and removed.", { "name", "feature" }, {
  name = { "string", doc = "The name of the feature." },
  feature = { "feature", doc = "The feature while it exists." },
})

declare("middleware", "udf.MiddlewareDefinition", "A function that receives every action.", {}, {
  name = { "string", doc = "The name in errors." },
  before = {
    "function", type = "fun(context: udf.MiddlewareContext, action: table): table|false|nil",
    phase = "middleware", doc = "Receives an action before the reducers.",
  },
  after = {
    "function", type = "fun(context: udf.MiddlewareContext, action: table, changes: table[])",
    phase = "middleware", doc = "Receives an action and its changes after the reducers.",
  },
  intercepts = { "boolean", default = "false", doc = "`before` may return another action, or false to stop it." },
})

declare("flow", "udf.FlowDefinition", "The routes of an app, and the navigation.", { "start", "routes" }, {
  name = { "string", doc = "The name in errors." },
  start = { "string", doc = "The first route of the path." },
  routes = {
    "table", of = { "table" }, type = "table<string, udf.Route>",
    doc = "The routes, each with a scene or a child flow.",
  },
  on = {
    "table", of = { "function" }, type = "table<string, fun(nav: udf.Navigator, event: table)>",
    phase = "effect",
    doc = "Handlers of the features' screen events: `[\"cart.paid\"] = function(nav, event) … end`.",
  },
  notFound = { "string", doc = "The route for a link that matches no route." },
})

declare("route", "udf.Route", "A route of a flow: a scene or a child flow.", {}, {
  scene = { "string", type = "udf.SceneName", doc = "The scene that the route shows." },
  flow = { "flow", doc = "The child flow of the route." },
  link = { "string", doc = "The pattern of the route's links: `/articles/:id`." },
  guard = {
    "function", type = "fun(state: table, params: table): boolean|string|nil, table?",
    phase = "pure", doc = "Whether the route may be shown, or another route to show instead, with its params.",
  },
})

declare("scene", "udf.SceneDefinition", "A screen.", { "name", "view" }, {
  name = { "string", isName = true, doc = "The scene's name, unique in the app." },
  model = {
    "table", names = true, default = "{}",
    doc = "The paths that the view may read: `articles.items`, `view.cart`.",
  },
  view = {
    "function", type = "fun(model: table, params: table, render: table<string, fun(params?: table): table>): table",
    phase = "pure", doc = "Returns the view state; pure.",
  },
  events = {
    "table", of = { "string", "function" },
    type = "table<string, string|fun(event: table, params: table): string|table|nil>",
    phase = "pure", doc = "The feature's event for each event of the screen: `articles.select`.",
  },
  renders = { "table", names = true, type = "udf.SceneName[]", doc = "The scenes that the view may render." },
  screen = { "screen", doc = "Shows the view state in a terminal." },
})

-- The policies of effects, each a function of `udf`. `sets` contains the values for the host. The first argument of a
-- policy that `takesSeconds` is a number of seconds, which the host reads under the policy's name.
local policies = {
  { name = "every", sets = { overlap = "every" }, doc = "Each action starts the effect, as without a policy." },
  { name = "leading", sets = { overlap = "leading" }, doc = "An action is ignored while the effect runs." },
  { name = "latest", sets = { overlap = "latest" }, doc = "An action cancels the effect that runs." },
  { name = "queue", sets = { overlap = "queue" }, doc = "An action waits until the previous run has ended." },
  { name = "debounce", takesSeconds = true,
    doc = "The effect starts after that many seconds without another request." },
  { name = "throttle", takesSeconds = true,
    doc = "After a start of the effect, actions are ignored for that many seconds." },
  { name = "background", sets = { background = true }, doc = "Settling does not wait for the effect." },
  { name = "optimistic", sets = { optimistic = true },
    doc = "The effect of a shared action does not wait for the log, and is cancelled if the action is refused." },
}

-- The keys of a feature that a feature inside `udf.keyed` or `udf.optional` may have: those that apply to one item.
local ofOne = {
  name = true, state = true, actions = true, reduce = true, effects = true, events = true, view = true, reads = true,
  uses = true, emits = true, onReload = true,
}

-- The functions of `nav` that add the route in their first argument to the path.
local entering = { "push", "replace", "present" }

host.declarations = {
  declare = declare, quoted = quoted, shapes = shapes, required = required, classes = classes, policies = policies,
  ofOne = ofOne, entering = entering,
}
