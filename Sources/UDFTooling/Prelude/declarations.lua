-- The keys of the tables that tests and screens are written with; see `declarations.lua` of the host.
local host = ...
local declare, shapes = host.declarations.declare, host.declarations.shapes
-- The host has one prelude, and each tool adds this file.
if shapes.store then return end

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
  align = { "string", oneOf = { "left", "right" }, doc = "The side at which cells stand." },
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

-- How a text may be set off.
host.declarations.styles = { "bold", "dim", "green", "red" }
