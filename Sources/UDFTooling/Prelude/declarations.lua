-- The keys of the tables in tests and screens; see `declarations.lua` of the host.
local host = ...
local declare, shapes = host.declarations.declare, host.declarations.shapes
-- The host has one prelude, and each tool adds this file.
if shapes.store then return end

declare("store", "udf.test.StoreOptions", "The options of a test's store.", {}, {
  app = {
    "string", "table", type = "string|udf.App",
    default = "the `app.lua` above the test",
    doc = "An app, or the path of its file; by default `app.lua` in the nearest folder above the test file.",
  },
  features = { "table", type = "udf.Feature[]", doc = "The features of an app that has nothing else." },
  middleware = { "table", type = "udf.Middleware[]", doc = "The middleware of an app with `features`." },
  state = {
    "table", type = "table<string, table>", doc = "The first states of features, in addition to their initial states.",
  },
  services = { "table", type = "table<string, table<string, function>>", doc = "Stubs by service and method." },
  exhaustive = { "boolean", default = "true", doc = "false: only asserted changes are compared." },
  effects = {
    "boolean", default = "true", doc = "false: `send` only reduces; no effect, middleware, reaction or flow follows.",
  },
})

declare("property", "udf.test.PropertyOptions", "The options of a property.", {}, {
  app = shapes.store.app, features = shapes.store.features, middleware = shapes.store.middleware,
  state = shapes.store.state, services = shapes.store.services,
  runs = { "integer", default = "100", doc = "The number of runs, each with a new store." },
  actions = { "integer", default = "50", doc = "The number of actions in each run." },
  sends = {
    "table", type = "string[]", default = "all of the app",
    doc = "The types of random actions: `{ \"cart/add\" }`; by default all of the app.",
  },
  fields = {
    "table", type = "table<string, table<string, any[]|fun(store: udf.test.Store): any>>",
    phase = "test",
    doc = "By action and field: a list of values, or a function that returns one and may use `math.random`.",
  },
  refusals = { "boolean", default = "false", doc = "Whether actions may be refused." },
})

-- Makes the types of a value that can be shown as a text.
local function shown(doc) return { "string", "number", "boolean", isShown = true, doc = doc } end

local event = { "string", doc = "The event that a tap raises." }
local fields = { "table", type = "table", doc = "The fields of the event." }
local selected = { "boolean", doc = "Whether the element is highlighted." }

declare("row", "udf.ui.Row", "A row of a list.", { "text" }, {
  text = shown("The text of the row."), detail = shown("The text at the end of the row."),
  event = event, fields = fields, selected = selected,
})

declare("cells", "udf.ui.Cells", "A row of a table: its cells in order, and these keys.", {}, {
  event = event, fields = fields, selected = selected,
})

declare("column", "udf.ui.Column", "A column of a table.", { "title" }, {
  title = shown("The title above the column."),
  align = { "string", oneOf = { "left", "right" }, default = "left", doc = "The alignment of the cells." },
})

declare("table", "udf.ui.Table", "A table.", { "columns", "rows" }, {
  columns = { "table", type = "(string|udf.ui.Column)[]", doc = "The columns from left to right." },
  rows = { "table", type = "any[]", doc = "The rows, or the items for `row`." },
  row = {
    "function", type = "fun(item: any, index: integer): udf.ui.Cells", phase = "pure",
    doc = "Makes the row of an item; called for visible rows.",
  },
})

declare("field", "udf.ui.Field", "A line of a form.", { "label" }, {
  label = shown("The label before the value."), value = shown("The value of the field."),
  event = { "string", doc = "The event that a new text raises." }, fields = fields,
  key = { "string", doc = "One word, for the command `:type WORD TEXT`." },
  secret = { "boolean", doc = "Whether the text is hidden." },
})

-- The styles of a text.
host.declarations.styles = { "bold", "dim", "green", "red" }
