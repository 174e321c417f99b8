-- Flows decide which screen is next. This file checks a flow; `plan` contains its routes and those of its child flows.
local host = ...
local language = host.language
local udf, fail, keysOf = language.udf, language.fail, language.keysOf

-- Returns the params that a route requires because of its link.
local function paramsOf(route) return route.link and host.linkParams(route.link) or {} end

local function checkRoute(name, route)
  if type(name) ~= "string" or not name:find("^[%a_][%w_]*$") then
    local text = "udf.flow: the name of a route must be a Lua name (letters, digits, _), got %q"
    fail(name, text:format(tostring(name)))
  end
  local place = "udf.flow: routes." .. name
  language.check("route", route, place, place .. ".")
  if (route.scene == nil) == (route.flow == nil) then
    local text = "udf.flow: routes.%s needs a scene or a flow%s"
    fail(name, text:format(name, route.scene and ", and has both" or ""))
  end
  if route.flow and route.link then
    fail(name, ("udf.flow: routes.%s is a flow, which has no link: the routes in it have"):format(name))
  end
end

udf.flow = host.framed(function(flow)
  language.check("flow", flow)
  for name, route in pairs(flow.routes) do checkRoute(name, route) end
  for _, key in ipairs { "start", "notFound" } do
    local name = flow[key]
    if name and not flow.routes[name] then
      fail(key, ("udf.flow: %s: there is no route %q.%s"):format(key, name, language.hint(name, flow.routes)))
    end
    if name and paramsOf(flow.routes[name])[1] then
      local text = "udf.flow: %s: the route %q needs params, as its link says; %s one that needs none"
      fail(key, text:format(key, name, key == "start" and "begin with" or "show"))
    end
  end
  local start = flow.routes[flow.start]
  if start.guard then
    fail("start", ("udf.flow: start: the route %q has a guard; begin with one that has none"):format(flow.start))
  end
  return language.made("flow", flow)
end)

local function sorted(map)
  local keys = keysOf(map)
  table.sort(keys)
  return keys
end

-- Returns the routes of a flow and its child flows by their full names, such as `checkout/address`, each with its flow.
local function plan(app)
  local routes, flows, trail = {}, {}, {}

  local function add(flow, prefix, outer, route)
    for i, other in ipairs(trail) do
      if other.flow == flow then
        local names = {}
        for j = i, #trail do names[#names + 1] = trail[j].title end
        names[#names + 1] = other.title
        fail("flow", "udf.app: flow: a flow cannot be in itself: " .. table.concat(names, " → "))
      end
    end
    local here = {
      flow = flow, prefix = prefix, outer = outer, guard = route and route.guard, site = language.sites[flow],
      title = flow.name or prefix ~= "" and prefix:sub(1, -2) or "flow",
    }
    flows[prefix] = here
    trail[#trail + 1] = here
    for _, name in ipairs(sorted(flow.routes)) do
      local each = flow.routes[name]
      if each.flow then
        add(each.flow, prefix .. name .. "/", here, each)
      else
        routes[prefix .. name] = {
          scene = each.scene, link = each.link, params = paramsOf(each), guard = each.guard, here = here,
        }
      end
    end
    trail[#trail] = nil
    return here
  end

  local root = add(app.flow, "", nil, nil)
  -- `unheard`: the events without a handler that were reported.
  local made = { routes = routes, flows = flows, root = root, unheard = {} }

  -- Returns the first screen of a flow.
  function made.start(here)
    local child = flows[here.prefix .. here.flow.start .. "/"]
    return child and made.start(child) or here.prefix .. here.flow.start
  end

  -- Returns the full name of a flow's route, or nil and the problem.
  function made.find(here, name)
    if type(name) ~= "string" then return nil, "takes the name of a route, got " .. type(name) end
    local full = here.prefix .. name
    if routes[full] then return full end
    if flows[full .. "/"] then return made.start(flows[full .. "/"]) end
    local known = {}
    for other in pairs(routes) do
      if other:sub(1, #here.prefix) == here.prefix then known[#known + 1] = other:sub(#here.prefix + 1) end
    end
    for other in pairs(flows) do
      if other:sub(1, #here.prefix) == here.prefix and other ~= here.prefix then
        known[#known + 1] = other:sub(#here.prefix + 1, -2)
      end
    end
    return nil, ("there is no route %q.%s"):format(name, host.suggest(name, known))
  end

  -- Does the same for a screen to show, and checks the params that its link requires.
  function made.target(here, name, params)
    local full, problem = made.find(here, name)
    if not full then return nil, problem end
    if params ~= nil and type(params) ~= "table" then
      return nil, ("the params of %q must be a table, got %s"):format(name, type(params))
    end
    local link = routes[full].link
    for _, param in ipairs(routes[full].params) do
      if params == nil or params[param] == nil then
        return nil, ("%q needs the param %s, as its link says: %s"):format(name, param, link)
      end
    end
    return full
  end

  made.notFound = app.flow.notFound and made.find(root, app.flow.notFound) or "notFound"
  if not routes[made.notFound] then routes.notFound = { scene = "error", params = {}, here = root } end
  return made
end

-- Returns the flow as plain data.
function language.describeFlow(app)
  local made = language.plans[app]
  if not made then return nil end
  local routes, handlers, parts = udf.list {}, udf.list {}, udf.list {}
  for _, name in ipairs(sorted(made.routes)) do
    local route = made.routes[name]
    local guarded, here = route.guard ~= nil, route.here
    while here do
      guarded = guarded or here.guard ~= nil
      here = here.outer
    end
    routes[#routes + 1] = {
      name = name, scene = route.scene, link = route.link, guarded = guarded, site = route.here.site,
      flow = route.here.title,
    }
  end
  for _, prefix in ipairs(sorted(made.flows)) do
    local here = made.flows[prefix]
    parts[#parts + 1] = { prefix = prefix, site = here.site }
    for _, event in ipairs(sorted(here.flow.on or {})) do
      local child = event:match("^(.*)%.finished$")
      handlers[#handlers + 1] = {
        event = event, site = here.site, flow = here.title,
        finishes = child ~= nil and made.flows[prefix .. child .. "/"] ~= nil,
      }
    end
  end
  return {
    site = made.root.site, start = made.start(made.root), notFound = made.notFound, routes = routes,
    handlers = handlers, parts = parts,
  }
end

-- Returns the full name of a route of the flow with a prefix, or nil and the problem.
-- With `params`, also checks that they have the names that the link requires.
function host.internal.findRoute(app, prefix, name, params)
  local made = language.plans[app]
  return (params and made.target or made.find)(made.flows[prefix], name, params)
end

-- The plans of the flows, by app.
language.plans = setmetatable({}, { __mode = "k" })

-- Adds the feature `nav` and the scene for links without a route to an app that has a flow.
function host.addFlow(app)
  local scenes, names = udf.list {}, {}
  for i, scene in ipairs(app.scenes or {}) do
    scenes[i] = scene
    names[scene.name] = true
  end
  for _, feature in ipairs(app.features) do
    if names[feature.name] then
      fail("scenes", ("udf.app: a scene and a feature are both named %q, by which events go to one of them; "
        .. "name one otherwise"):format(feature.name))
    end
  end
  if not app.flow then return app end
  local made = plan(app)
  language.plans[app] = made
  if not names.error then scenes[#scenes + 1] = language.errorScene(made.root.site) end
  local features = udf.list {}
  for i, feature in ipairs(app.features) do features[i] = feature end
  features[#features + 1] = language.navigation(app, made)
  app.scenes, app.features = scenes, features
  return app
end

