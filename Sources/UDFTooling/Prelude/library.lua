-- The values that scripts receive: the module `udf` and the arguments of their functions. Each member has its type in
-- the notation of LuaLS, and its purpose. The annotations for editors and the console's `name?` read this file; a test
-- compares it with the actual members.
local host = ...
local list, declarations = host.list, host.declarations
local classes = list {}

local function class(name, doc, members, more)
  local made = { name = name, doc = doc, members = members }
  for key, value in pairs(more or {}) do made[key] = value end
  classes[#classes + 1] = made
end

class("udf", "The library that apps are written with.", {
  null = { "udf.Null", "The null of JSON, which is not nil." },
  args = { "string[]", "The arguments of the command line after `--`." },
  list = { "fun(items: table): table", "Marks a table as a list, so that an empty table is a list and not a map." },
  app = { "fun(definition: udf.AppDefinition): udf.App", "Makes an app, the result of `app.lua`." },
  feature = { "fun(definition: udf.FeatureDefinition): udf.Feature", "Makes a feature, the result of a file." },
  native = { "fun(name: string, additions?: udf.NativeAdditions): udf.Feature", "A feature that is written in Swift." },
  entities = { "fun(definition: udf.EntitiesDefinition): udf.Feature", "Rows by key, kept in Swift." },
  sync = { "fun(definition: udf.SyncDefinition): udf.Feature", "Rows that are synchronized with a server." },
  keyed = { "fun(definition: udf.KeyedDefinition): udf.Feature", "A list of items, each like a feature." },
  optional = { "fun(definition: udf.OptionalDefinition): udf.Feature", "A feature that can be added and removed." },
  usecase = { "fun(definition: udf.UseCaseDefinition): udf.UseCase", "A function with named outputs." },
  middleware = {
    "fun(definition: udf.MiddlewareDefinition|fun(context: udf.MiddlewareContext, action: table)): udf.Middleware",
    "A function that receives every action.",
  },
  flow = { "fun(definition: udf.FlowDefinition): udf.Flow", "The routes of an app, and the navigation." },
  scene = { "fun(definition: udf.SceneDefinition): udf.Scene", "A screen." },
  screen = { "fun(draw: fun(view: table, ui: udf.ui): table): udf.Screen", "How a view state looks in a terminal." },
  enum = { "fun(names: string[]): udf.Enum", "The type of a field whose value is one of these strings." },
  maybe = { "fun(type: udf.Type): udf.Maybe", "The type of a field that may be left out." },
  secret = { "fun(type: 'string'|'string?'): udf.Secret", "The type of a text that is never shown or stored." },
  each = {
    "fun(list: table, row: (fun(item: any, ...: any): any), ...: any): table",
    "Returns the function's results for all items; it runs only for items that have changed.",
  },
})

local policy = "fun(effect: udf.Effect, options?: { id: fun(action: table): string|integer }): udf.Policy"
for _, each in ipairs(declarations.policies) do
  local type = each.takesSeconds and policy:gsub("%(", "(seconds: number, ", 1) or policy
  classes[1].members[each.name] = { type, each.doc }
end

class("udf.Context", "The first argument of effects.", {
  send = {
    "fun(action: udf.Action|table|fun(cx: udf.Context))", "Sends an action; own actions may have their short type.",
  },
  state = { "table", "The feature's state, for reading." },
  others = { "table<string, table>", "The states of the features that it `reads`." },
  computed = { "table<string, any>", "The feature's computed values." },
  services = { "udf.Services", "The services that the feature `uses`." },
  sleep = { "fun(seconds: number)", "Waits this many seconds." },
  all = { "fun(functions: function[]): any", "Runs functions concurrently, and returns the first result of each." },
  race = { "fun(functions: function[]): any", "Returns the results of the first to end, and cancels the others." },
  spawn = { "fun(body: function): udf.Task", "Runs a function concurrently with the effect." },
  cancel = { "fun(id: string|integer)", "Cancels the feature's effects with this id." },
  wipe = { "fun()", "Removes all secrets, and the app's data in its data folder." },
  progress = { "fun(done: number, total: number, label?: string)", "Reports the progress of the effect." },
  log = { "fun(level: udf.LogLevel, message: string, fields?: table)", "Writes to the log." },
  id = { "string", "The id of this run, as in the log." },
  generation = { "integer", "The generation of the running code." },
})

class("udf.Task", "The result of `cx.spawn`.", {
  id = { "integer", "A unique number." },
  cancel = { "fun()", "Cancels the function." },
  await = { "fun(): any", "Waits for the function and returns its results." },
})

class("udf.MiddlewareContext", "The first argument of middleware.", {
  state = { "table<string, table>", "The state of all features, for reading." },
  send = { "fun(action: udf.Action|table)", "Sends an action, by its full type." },
  log = { "fun(level: udf.LogLevel, message: string, fields?: table)", "Writes to the log." },
  before = { "fun(path: string): any", "In `after`: the value at a path before the action." },
})

class("udf.UseCase", "The result of `udf.usecase`.", {
  bind = {
    "fun(self: udf.UseCase, outputs: table<string, string|false|fun(...): table?>): udf.Effect",
    "Returns an effect that runs the use case; each output becomes an action or none.",
  },
  decorate = {
    "fun(self: udf.UseCase, decorator: table<string, function>|fun(cx: udf.Context): table): udf.UseCase",
    "Returns a new use case whose outputs pass through the decorator.",
  },
})

local going = "fun(route: udf.RouteName, params?: table)"

class("udf.Navigator", "Navigation between the screens of a flow.", {
  push = { going, "Adds a screen to the path." },
  replace = { going, "Replaces the top screen." },
  present = { going, "Adds a modal screen to the path; `dismiss` removes it with all above it." },
  pop = { "fun()", "Removes the top screen." },
  popTo = { "fun(route: udf.RouteName)", "Removes all screens above the last screen of a route." },
  dismiss = { "fun()", "Removes the last modal screen and all above it." },
  resume = { "fun()", "Continues the navigation that a guard has redirected." },
  open = { "fun(link: string)", "Shows the route of a link." },
  finish = { "fun(fields?: table)", "Ends a child flow, and notifies its outer flow." },
  path = { "udf.PathEntry[]", "The screens, the top one last." },
  view = { "table", "The view state of the top screen." },
})

class("udf.PathEntry", "A screen on the path.", {
  route = { "udf.RouteName", "The full name of the route." },
  params = { "table", "The params of the screen." },
  id = { "integer", "A unique number." },
})

class("udf.ui", "The elements of screens.", {
  title = { "fun(text: udf.Shown, subtitle?: udf.Shown): udf.Element", "The title of the screen." },
  text = {
    ("fun(text: udf.Shown, style?: %s): udf.Element"):format(declarations.quoted(declarations.styles)), "A paragraph.",
  },
  row = { "fun(row: udf.ui.Row): udf.Element", "One row." },
  list = {
    "fun(items: table, make: fun(item: any, index: integer): udf.Element): udf.Element", "A row for each item.",
  },
  table = { "fun(definition: udf.ui.Table): udf.Element", "Cells in columns." },
  fields = { "fun(fields: udf.ui.Field[]): udf.Element", "A form." },
  progress = { "fun(done: number, total: number, label?: udf.Shown): udf.Element", "A progress bar." },
  empty = { "fun(text: udf.Shown): udf.Element", "A text for an empty screen." },
  error = { "fun(text: udf.Shown, event?: string): udf.Element", "An error, and the event to try again." },
  button = { "fun(text: udf.Shown, event: string, fields?: table): udf.Element", "A button." },
  divider = { "fun(): udf.Element", "A line." },
})

class("udf.Action", "An action: a table with its type and its fields.", { type = { "string", "`cart/add`." } })
for _, name in ipairs { "App", "Feature", "Flow", "Middleware", "Scene", "Screen", "Enum", "Maybe", "Secret" } do
  class("udf." .. name, ("The result of `udf.%s`."):format(name:lower()), {})
end
class("udf.Policy", "The result of `udf.latest` and other policies.", {})
class("udf.Element", "The result of the functions of `ui`.", {})
class("udf.Null", "The type of `udf.null`.", {})

local block = "fun(name: string, body: fun())"
local check = "fun(store: udf.test.Store, action?: table)"
local property = ("fun(name: string, options: udf.test.PropertyOptions, check: %s)"):format(check)
local function blocks(calls)
  return { skip = { calls, "Skips it." }, only = { calls, "Skips everything else in the file." } }
end
local function test(name, doc, members, more)
  more = more or {}
  more.isOfTests = true
  class(name, doc, members, more)
end

test("udf.test", "The library for test files.", {
  describe = { "udf.test.Block", "A group of tests." },
  it = { "udf.test.Block", "A test." },
  property = { "udf.test.Property", "A condition that must hold after any random actions." },
  before_each = { "fun(body: fun())", "Runs before each test of the enclosing describe." },
  after_each = { "fun(body: fun())", "Runs after each test of the enclosing describe, also after a failed one." },
  expect = { "fun(value: any): udf.test.Expectation", "Starts an assertion about a value." },
  store = { "fun(options?: udf.test.StoreOptions): udf.test.Store", "Runs an app, on virtual time." },
  sleep = { "fun(seconds: number)", "Waits in a stub." },
})
test("udf.test.Block", "`describe` or `it`.", blocks(block), { calls = block })
test("udf.test.Property", "`property`.", blocks(property), { calls = property })

test("udf.test.Expectation", "The result of `expect`.", {
  to_equal = { "fun(other: any)", "By value; 2 is 2.0, and an empty list is an empty map." },
  to_differ_from = { "fun(other: any)", "The opposite of `to_equal`." },
  to_contain = { "fun(part: any)", "A list must contain the item, or a text the part." },
  to_fail = { "fun(text?: string)", "The function must raise an error whose message contains the text." },
})

local change = "change?: fun(state: table)"

test("udf.test.Store", "The store of a test.", {
  state = { "table<string, table>", "The present state, for reading." },
  send = { ("fun(action: udf.Action|table, %s)"):format(change), "Sends an action, and asserts its changes." },
  event = {
    ("fun(name: udf.EventName, fields?: table|fun(state: table), %s)"):format(change),
    "Raises a view event, and asserts its changes.",
  },
  receive = {
    ("fun(action: string|table, %s)"):format(change),
    "Asserts the next action that an effect has sent, and its changes.",
  },
  receive_error = { "fun(text: string)", "Asserts that the next error of an effect contains the text." },
  advance = { "fun(seconds: number)", "Advances the clock." },
  view = { "fun(feature: string): any", "The view state of a feature." },
  screen = { "fun(): any", "The view state of the top screen." },
  logs = { "fun(): { level: string, message: string, fields?: table }[]", "The log entries so far." },
  finish = { "fun()", "Asserts that nothing is left to receive and no effect runs." },
})

-- The classes for types that declarations name by one word.
local named = { feature = "udf.Feature", flow = "udf.Flow", screen = "udf.Screen" }

for _, each in ipairs(declarations.classes) do
  local members, needed = {}, {}
  for _, key in ipairs(each.needed) do needed[key] = true end
  for key, types in pairs(each.keys) do
    local words = {}
    for i, word in ipairs(types) do words[i] = named[word] or word end
    members[key] = {
      types.type or table.concat(words, "|"), types.doc, isOptional = not needed[key], default = types.default,
      phase = types.phase,
    }
  end
  class(each.name, each.doc, members, {
    isOfTests = each.name:find("^udf%.test%.") ~= nil, isDeclared = true,
  })
end

-- Converted to plain data.
for _, each in ipairs(classes) do
  for name, member in pairs(each.members) do
    each.members[name] = {
      type = member[1], doc = member[2], isOptional = member.isOptional, default = member.default, phase = member.phase,
    }
  end
end

return {
  classes = classes,
  aliases = list {
    { name = "udf.Effect", type = "udf.Policy|fun(cx: udf.Context, action: table)" },
    {
      name = "udf.Type", type = "string|table|udf.Enum|udf.Maybe|udf.Secret", doc = "The type of a field.",
      forms = list {
        { form = '"string"', doc = "A text, of any bytes." },
        { form = '"integer"', doc = "A number without a fraction: `2`, also `2.0`." },
        { form = '"number"', doc = "An integer or a float." },
        { form = '"boolean"', doc = "`true` or `false`." },
        { form = '"table"', doc = "A list or a map." },
        { form = '"any"', doc = "Any plain data, but not nil." },
        { form = '"string?"', doc = "The same, or nothing; so with each of these." },
        { form = '{ "string" }', doc = "A list of texts." },
        { form = '{ street = "string", no = "integer?" }', doc = "A map with these fields and no others." },
        { form = 'udf.enum { "name", "price" }', doc = "One of these texts." },
        { form = 'udf.maybe { "string" }', doc = "A list, a record or an enum that may be left out." },
        { form = 'udf.secret "string"', doc = "A text that is not shown, recorded or kept." },
      },
    },
    { name = "udf.Shown", type = "string|number|boolean" },
  },
}
