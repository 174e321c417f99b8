-- The feature `nav`: its state is the path of screens, its actions change the path, and its effects are the handlers of
-- flows. `UDF.NavigationPath` has the same steps for Swift values. They are repeated here, because this path consists
-- of state nodes: a step writes single entries, whose changes undo, history and scripts read; guards are Lua functions;
-- and a step in Swift would copy the whole path into Swift and back.
local host = ...
local language = host.language
local udf, fail, keysOf, copied = language.udf, language.fail, language.keysOf, language.copied
local admitted, plain, equal = language.admitted, language.plain, language.equal

local function isWithin(name, prefix) return name:sub(1, #prefix) == prefix end

-- Returns the fields of an action without its type.
local function untyped(action)
  local fields = copied(action)
  fields.type = nil
  return fields
end

-- MARK: reducers

local function cut(path, count)
  while #path > count do table.remove(path) end
end

local function reducers(plan)
  local reduce = {}

  -- Pushes a screen. If a guard redirects to a screen that is already shown, it keeps the requested route.
  local function enter(state, name, given, changes)
    local path = state.path
    local full, problem = plan.target(plan.root, name, given)
    if not full then error(problem, 0) end
    local route, params, wanted = admitted(plan, path, full, given)
    local top = path[#path]
    if wanted and top and top.route == route and (not params or equal(params, top.params)) then
      top.wanted = wanted
      return
    end
    state.last = state.last + 1
    local entry = { route = route, params = params or {}, id = state.last, wanted = wanted, modal = changes.modal }
    if changes.replaces then path[#path] = entry else table.insert(path, entry) end
  end

  function reduce.push(state, action) enter(state, action.route, action.params, {}) end
  function reduce.present(state, action) enter(state, action.route, action.params, { modal = true }) end

  function reduce.replace(state, action)
    enter(state, action.route, action.params, { replaces = true, modal = state.path[#state.path].modal })
  end

  function reduce.pop(state)
    if #state.path < 2 then error("there is nothing to go back to", 0) end
    table.remove(state.path)
  end

  function reduce.popTo(state, action)
    local path = state.path
    for i = #path, 1, -1 do
      if path[i].route == action.route then return cut(path, i) end
    end
    local known = {}
    for _, entry in ipairs(path) do known[#known + 1] = entry.route end
    error(("%q is not on the path.%s"):format(action.route, host.suggest(action.route, known)), 0)
  end

  function reduce.dismiss(state)
    local path = state.path
    for i = #path, 2, -1 do
      if path[i].modal then return cut(path, i - 1) end
    end
    error("no screen is presented", 0)
  end

  function reduce.resume(state)
    local path = state.path
    for i = #path, 1, -1 do
      local held, wanted = path[i], path[i].wanted
      if wanted then
        local _, problem = plan.target(plan.root, wanted.route, wanted.params)
        if problem then error(problem, 0) end
        local route, params, again = admitted(plan, path, wanted.route, plain(wanted.params))
        if again and route == held.route then
          error(("the guard of %q still redirects to %q"):format(wanted.route, route), 0)
        end
        state.last = state.last + 1
        local entry = { route = route, params = params or {}, id = state.last, wanted = again, modal = held.modal }
        cut(path, i)
        path[i] = entry
        return
      end
    end
    reduce.pop(state)
  end

  -- Shows the target of a link: the start, and the linked screen on it. If the start is already shown, it stays.
  function reduce.open(state, action)
    local path, start = state.path, plan.start(plan.root)
    local leadsOn, params = action.route ~= start, action.params or {}
    local hasOthers = not leadsOn and (next(params) ~= nil or next(path[1].params) ~= nil)
    cut(path, 1)
    if path[1].route ~= start or hasOthers then
      enter(state, start, not leadsOn and params or nil, { replaces = true })
    end
    if leadsOn then enter(state, action.route, params, {}) end
  end

  -- The last screen of the path stays until another one replaces it.
  function reduce.finish(state, action)
    local path, prefix = state.path, action.flow .. "/"
    local last = #path
    while last > 0 and not isWithin(path[last].route, prefix) do last = last - 1 end
    if last == 0 then error(("no screen of the flow %q is on the path"):format(action.flow), 0) end
    while last > 1 and isWithin(path[last - 1].route, prefix) do last = last - 1 end
    cut(path, math.max(1, last - 1))
  end

  return reduce
end

-- MARK: functions for handlers and the prompt

-- Makes `nav` for a flow, with the short names of its routes; `send` takes an action's name and fields.
local function navigator(plan, here, send)
  local nav = {}
  for _, verb in ipairs(host.declarations.entering) do
    nav[verb] = function(route, params)
      local full, problem = plan.target(here, route, params)
      if not full then fail(nil, ("nav.%s: %s"):format(verb, problem)) end
      send(verb, { route = full, params = params })
    end
  end
  for _, verb in ipairs { "pop", "dismiss", "resume" } do nav[verb] = function() send(verb, {}) end end

  function nav.popTo(route)
    local full, problem = plan.find(here, route)
    if not full then fail(nil, "nav.popTo: " .. problem) end
    send("popTo", { route = full })
  end

  function nav.open(link)
    if type(link) ~= "string" then fail(nil, "nav.open takes a link, got " .. type(link)) end
    local route, params = host.link(link)
    send("open", { route = route, params = params })
  end

  function nav.finish(fields)
    if here == plan.root then fail(nil, "nav.finish ends a child flow, but this flow is not inside another one") end
    if fields ~= nil and type(fields) ~= "table" then
      fail(nil, "nav.finish takes a table of fields, got " .. type(fields))
    end
    send("finish", { flow = here.prefix:sub(1, -2), fields = fields })
  end

  for name, body in pairs(nav) do nav[name] = host.framed(body) end
  local known = keysOf(nav)
  known[#known + 1], known[#known + 2] = "path", "view"
  local offered = language.readOnly(function(_, key)
    if nav[key] then return nav[key] end
    if key == "path" then return host.state.nav.path end
    if key == "view" then return host.screen() end
    fail(key, ("nav has no %q.%s"):format(tostring(key), host.suggest(tostring(key), known)))
  end, "nav.%s cannot be written", function() return copied(nav) end)
  language.kinds[offered] = "navigator"
  return offered
end

-- MARK: events

-- Returns the event that an action emits for a flow, and its fields; nil if it emits none.
local function screenEvent(feature, emit, action)
  if type(emit) == "string" then return emit, untyped(action) end
  local event = emit(untyped(action), host.state[feature.name])
  if event == nil or type(event) == "string" then return event, untyped(action) end
  if type(event) ~= "table" or type(event.name) ~= "string" then
    local text = "emits of %s must return the name of an event, { name = …, fields… } or nothing, returned %s"
    error(text:format(feature.name, type(event)), 0)
  end
  local fields = untyped(event)
  fields.name = nil
  return event.name, fields
end

local function sender(cx)
  return function(name, fields)
    fields.type = name
    cx.send(fields)
  end
end

-- Calls a flow's handler, and sets its name for errors; returns false if there is none.
local function handle(plan, here, cx, event, fields)
  local handler = here.flow.on and here.flow.on[event]
  if not handler then return false end
  host.title(("flow on[%q]"):format(event))
  handler(navigator(plan, here, sender(cx)), fields)
  return true
end

-- Reports an event without a handler once, because its name may be misspelt where `check` cannot detect it.
local function warn(plan, here, event)
  local title, known = here.title, {}
  if plan.unheard[event] then return end
  plan.unheard[event] = true
  while here do
    for other in pairs(here.flow.on or {}) do known[#known + 1] = other end
    here = here.outer
  end
  host.log("warning", ("%s: on has no handler for the event %q.%s"):format(title, event, host.suggest(event, known)))
end

-- Passes an event to the innermost flow of the top screen that has a handler for it.
local function raise(plan, cx, event, fields)
  local path = host.state.nav.path
  local top = plan.routes[path[#path].route].here
  local here = top
  while here and not handle(plan, here, cx, event, fields) do here = here.outer end
  if not here then warn(plan, top, event) end
end

-- Returns an effect for each action that is emitted as an event. The effect belongs to no screen.
local function handlers(app, plan)
  local emitters, effects = {}, {}
  for _, feature in ipairs(app.features) do
    for action, emit in pairs(feature.emits or {}) do
      local type = action:find("/", 1, true) and action or feature.name .. "/" .. action
      emitters[type] = emitters[type] or {}
      table.insert(emitters[type], { feature = feature, emit = emit })
    end
  end
  for type, list in pairs(emitters) do
    effects[type] = udf.background(function(cx, action)
      for _, each in ipairs(list) do
        local event, fields = screenEvent(each.feature, each.emit, action)
        if event then raise(plan, cx, each.feature.name .. "." .. event, fields) end
      end
    end)
  end
  effects.finish = udf.background(function(cx, action)
    local here = plan.flows[action.flow .. "/"]
    local outer = here and here.outer
    if not outer then return end
    local name = here.prefix:sub(#outer.prefix + 1, -2)
    local event = name .. ".finished"
    if not handle(plan, outer, cx, event, action.fields or {}) then warn(plan, outer, event) end
  end)
  return effects
end

-- The members of features at the prompt.
language.members = setmetatable({}, { __mode = "k" })

function language.navigation(app, plan)
  local shown = { route = "string", params = "table?" }
  local feature = language.made("feature", {
    name = "nav",
    state = { path = udf.list { { route = plan.start(plan.root), params = {}, id = 1 } }, last = 1 },
    actions = {
      push = shown, replace = shown, present = shown, open = shown, popTo = { route = "string" }, pop = {},
      dismiss = {}, resume = {}, finish = { flow = "string", fields = "table?" },
    },
    reduce = reducers(plan),
    effects = handlers(app, plan),
  })
  language.sites[feature] = plan.root.site
  language.members[feature] = function(senders)
    return navigator(plan, plan.root, function(name, fields) senders[name](fields) end)
  end
  return feature
end

-- Returns the saved state of `nav` with its missing ids and params filled in. A path that a person has written must
-- have the params that the links of its routes name; a path that the host has saved need not, because links may change.
function host.internal.completePath(app, state, isWrittenByHand)
  local plan, path, ids, last = language.plans[app], state.path, {}, math.max(0, math.tointeger(state.last) or 0)
  if type(path) ~= "table" or #path == 0 then
    local given = type(path) == "table" and next(path) == nil and "list of 0 items" or language.shown(path)
    error("path must be a list of at least one screen, got " .. given, 0)
  end
  for i, screen in ipairs(path) do
    local function refuse(text, ...) error(("path[%d]" .. text):format(i, ...), 0) end
    if type(screen) ~= "table" or type(screen.route) ~= "string" then
      refuse(" must be { route = … }, got %s", language.shown(screen))
    end
    local params, id = screen.params, screen.id
    if params == nil then params = {} end
    if id == nil then id = last + 1 end
    if type(params) ~= "table" or #params > 0 then
      local given = type(params) == "table" and ("list of %d items"):format(#params) or language.shown(params)
      refuse(": params must be a map, got %s", given)
    end
    local full, problem = (isWrittenByHand and plan.target or plan.find)(plan.root, screen.route, params)
    if not full then refuse(": %s", problem) end
    if math.type(id) ~= "integer" or id < 1 or ids[id] then
      refuse(": id must be a number that no other screen has, got %s", language.shown(id))
    end
    ids[id], last = true, math.max(last, id)
    screen.route, screen.params, screen.id = full, next(params) and params or {}, id
  end
  state.last = last
  return state
end
