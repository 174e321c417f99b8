-- What scripts are given: the module `udf` and the objects that functions are called with, each member with its type in
-- the words of LuaLS and what it is for. The annotations for editors and the console's `name?` read it; a test holds it
-- to what there is.
local host = ...
local list, declarations = host.list, host.declarations
local classes = list {}

local function class(name, doc, members, more)
  local made = { name = name, doc = doc, members = members }
  for key, value in pairs(more or {}) do made[key] = value end
  classes[#classes + 1] = made
end

class("udf", "The library that apps are written with.", {
  null = { "udf.Null", "JSON's null, which is not nil." },
  args = { "string[]", "What the command line has after `--`." },
  list = { "fun(items: table): table", "Marks a table as a list, so that an empty one is not taken for a map." },
  app = { "fun(definition: udf.AppDefinition): udf.App", "What `app.lua` returns." },
  feature = { "fun(definition: udf.FeatureDefinition): udf.Feature", "What a feature's file returns." },
  native = { "fun(name: string, additions?: udf.NativeAdditions): udf.Feature", "A feature that is written in Swift." },
  entities = { "fun(definition: udf.EntitiesDefinition): udf.Feature", "Rows by key, kept in Swift." },
  sync = { "fun(definition: udf.SyncDefinition): udf.Feature", "Rows that are kept in step with a server." },
  keyed = { "fun(definition: udf.KeyedDefinition): udf.Feature", "Many items that are each as a feature is." },
  optional = { "fun(definition: udf.OptionalDefinition): udf.Feature", "A feature that may be missing." },
  usecase = { "fun(definition: udf.UseCaseDefinition): udf.UseCase", "One thing that the app can do for its user." },
  middleware = {
    "fun(definition: udf.MiddlewareDefinition|fun(context: udf.MiddlewareContext, action: table)): udf.Middleware",
    "What sees every action.",
  },
  flow = { "fun(definition: udf.FlowDefinition): udf.Flow", "Who decides which screen comes next." },
  scene = { "fun(definition: udf.SceneDefinition): udf.Scene", "A screen." },
  screen = { "fun(draw: fun(view: table, ui: udf.ui): table): udf.Screen", "How a view state looks in a terminal." },
  enum = { "fun(names: string[]): udf.Enum", "The type of a field that is one of some strings." },
  each = {
    "fun(list: table, row: (fun(item: any, ...: any): any), ...: any): table",
    "What the function gives for each item; it runs only for those that have changed.",
  },
})

local policy = "fun(effect: udf.Effect, options?: { id: fun(action: table): string|integer }): udf.Policy"
for _, each in ipairs(declarations.policies) do
  local type = each.takesSeconds and policy:gsub("%(", "(seconds: number, ", 1) or policy
  classes[1].members[each.name] = { type, each.doc }
end

class("udf.Context", "What an effect is given.", {
  send = {
    "fun(action: udf.Action|table|fun(cx: udf.Context))", "Sends an action: the feature's by its short type too.",
  },
  state = { "table", "The feature's state, for reading." },
  others = { "table<string, table>", "The states of the features that it `reads`." },
  computed = { "table<string, any>", "The feature's computed values." },
  services = { "udf.Services", "Those that the feature `uses`." },
  sleep = { "fun(seconds: number)", "Waits." },
  all = { "fun(functions: function[]): any", "Runs functions side by side, and gives the first result of each." },
  race = { "fun(functions: function[]): any", "Gives the results of the one that ends first, and cancels the others." },
  spawn = { "fun(body: function): udf.Task", "Runs a function beside the effect." },
  cancel = { "fun(id: string|integer)", "Cancels the feature's effects of an id." },
  progress = { "fun(done: number, total: number, label?: string)", "Tells how far it is." },
  log = { "fun(level: udf.LogLevel, message: string, fields?: table)", "Writes to the log." },
  id = { "string", "Of this run, as the log names it." },
  generation = { "integer", "Of the code that runs." },
})

class("udf.Task", "What `cx.spawn` gives.", {
  id = { "integer", "A number of its own." },
  cancel = { "fun()", "Ends it." },
  await = { "fun(): any", "Waits for what it returns." },
})

class("udf.MiddlewareContext", "What a middleware is given.", {
  state = { "table<string, table>", "The state of all features, for reading." },
  send = { "fun(action: udf.Action|table)", "Sends an action, by its full type." },
  log = { "fun(level: udf.LogLevel, message: string, fields?: table)", "Writes to the log." },
  before = { "fun(path: string): any", "In `after`: what stood at a path before the action." },
})

class("udf.UseCase", "What `udf.usecase` makes.", {
  bind = {
    "fun(self: udf.UseCase, outputs: table<string, string|false|fun(...): table?>): udf.Effect",
    "An effect that runs it; each output becomes an action, or none.",
  },
  decorate = {
    "fun(self: udf.UseCase, decorator: table<string, function>|fun(cx: udf.Context): table): udf.UseCase",
    "A new use case whose outputs go through the decorator.",
  },
})

local going = "fun(route: udf.RouteName, params?: table)"

class("udf.Navigator", "The way through the screens, as a flow sees it.", {
  push = { going, "Puts a screen on the path." },
  replace = { going, "Puts a screen in the place of the top one." },
  present = { going, "Puts a screen on the path that is dismissed as a whole." },
  pop = { "fun()", "Takes the top screen away." },
  popTo = { "fun(route: udf.RouteName)", "Goes back to the last screen of a route." },
  dismiss = { "fun()", "Takes away the screen that is presented, with all above it." },
  resume = { "fun()", "Goes on where a guard wanted something else first." },
  open = { "fun(link: string)", "Goes where a link leads." },
  finish = { "fun(fields?: table)", "Ends a child flow, which the flow around it hears of." },
  path = { "udf.PathEntry[]", "The screens, the top one last." },
  view = { "table", "The view state of the top screen." },
})

class("udf.PathEntry", "A screen on the path.", {
  route = { "udf.RouteName", "Its full name." },
  params = { "table", "What it was given." },
  id = { "integer", "A number of its own." },
})

class("udf.ui", "What a screen is drawn with.", {
  title = { "fun(text: udf.Shown, subtitle?: udf.Shown): udf.Element", "What stands above all." },
  text = {
    ("fun(text: udf.Shown, style?: %s): udf.Element"):format(declarations.quoted(declarations.styles)), "A paragraph.",
  },
  row = { "fun(row: udf.ui.Row): udf.Element", "One row." },
  list = {
    "fun(items: table, make: fun(item: any, index: integer): udf.Element): udf.Element", "A row for each item.",
  },
  table = { "fun(definition: udf.ui.Table): udf.Element", "Cells in columns." },
  fields = { "fun(fields: udf.ui.Field[]): udf.Element", "A form." },
  progress = { "fun(done: number, total: number, label?: udf.Shown): udf.Element", "How far something is." },
  empty = { "fun(text: udf.Shown): udf.Element", "What is said where there is nothing." },
  error = { "fun(text: udf.Shown, event?: string): udf.Element", "What went wrong, and the event to try again." },
  button = { "fun(text: udf.Shown, event: string, fields?: table): udf.Element", "What can be tapped." },
  divider = { "fun(): udf.Element", "A line." },
})

class("udf.Action", "An action: its fields stand beside its type.", { type = { "string", "`cart/add`." } })
for _, name in ipairs { "App", "Feature", "Flow", "Middleware", "Scene", "Screen", "Enum" } do
  class("udf." .. name, ("What `udf.%s` makes."):format(name:lower()), {})
end
class("udf.Policy", "What `udf.latest` and its like make.", {})
class("udf.Element", "What `ui` makes.", {})
class("udf.Null", "What `udf.null` is.", {})

local block = "fun(name: string, body: fun())"
local check = "fun(store: udf.test.Store, action?: table)"
local property = ("fun(name: string, options: udf.test.PropertyOptions, check: %s)"):format(check)
local function blocks(calls)
  return { skip = { calls, "Leaves it out." }, only = { calls, "Leaves out all else of the file." } }
end
local function test(name, doc, members, more)
  more = more or {}
  more.isOfTests = true
  class(name, doc, members, more)
end

test("udf.test", "What test files are written with.", {
  describe = { "udf.test.Block", "A group of tests." },
  it = { "udf.test.Block", "A test." },
  property = { "udf.test.Property", "What holds after any actions, which are drawn." },
  before_each = { "fun(body: fun())", "Runs before each test of the describe that it stands in." },
  after_each = { "fun(body: fun())", "Runs after each test of the describe that it stands in, also one that failed." },
  expect = { "fun(value: any): udf.test.Expectation", "Says what a value should be." },
  store = { "fun(options?: udf.test.StoreOptions): udf.test.Store", "Runs an app, on virtual time." },
  sleep = { "fun(seconds: number)", "Lets a stub take its time." },
})
test("udf.test.Block", "`describe` or `it`.", blocks(block), { calls = block })
test("udf.test.Property", "`property`.", blocks(property), { calls = property })

test("udf.test.Expectation", "What `expect` gives.", {
  to_equal = { "fun(other: any)", "By value; 2 is 2.0, and an empty list is an empty map." },
  to_differ_from = { "fun(other: any)", "The opposite of `to_equal`." },
  to_contain = { "fun(part: any)", "A list has the item, or a text has the part." },
  to_fail = { "fun(text?: string)", "The function raises an error whose message contains the text." },
})

local change = "change?: fun(state: table)"

test("udf.test.Store", "The store of a test.", {
  state = { "table<string, table>", "As it is now, for reading." },
  send = { ("fun(action: udf.Action|table, %s)"):format(change), "Sends an action, and says what it changes." },
  event = {
    ("fun(name: udf.EventName, fields?: table|fun(state: table), %s)"):format(change),
    "Raises a view event, and says what it changes.",
  },
  receive = {
    ("fun(action: string|table, %s)"):format(change), "The next action that an effect has sent, and what it changes.",
  },
  receive_error = { "fun(text: string)", "The next error that an effect has ended with contains the text." },
  advance = { "fun(seconds: number)", "Lets time pass." },
  view = { "fun(feature: string): any", "What a screen shows." },
  logs = { "fun(): { level: string, message: string, fields?: table }[]", "What was logged so far." },
  finish = { "fun()", "Nothing is left to receive and nothing runs." },
})

-- What stands where the types of a declaration say no more.
local named = { feature = "udf.Feature", flow = "udf.Flow", screen = "udf.Screen" }

for _, each in ipairs(declarations.classes) do
  local members, needed = {}, {}
  for _, key in ipairs(each.needed) do needed[key] = true end
  for key, types in pairs(each.keys) do
    local words = {}
    for i, word in ipairs(types) do words[i] = named[word] or word end
    members[key] = { types.type or table.concat(words, "|"), types.doc, isOptional = not needed[key] }
  end
  class(each.name, each.doc, members, { isOfTests = each.name:find("^udf%.test%.") ~= nil })
end

-- As plain data.
for _, each in ipairs(classes) do
  for name, member in pairs(each.members) do
    each.members[name] = { type = member[1], doc = member[2], isOptional = member.isOptional }
  end
end

return {
  classes = classes,
  aliases = list {
    { name = "udf.Effect", type = "udf.Policy|fun(cx: udf.Context, action: table)" },
    { name = "udf.Type", type = "string|table|udf.Enum" },
    { name = "udf.Shown", type = "string|number|boolean" },
  },
}
