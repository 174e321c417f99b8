-- Guards decide whether a route may be shown. The flow calls them before each step to it.
local host = ...
local language = host.language

-- Returns a copy that is not part of a state.
function language.plain(value)
  if type(value) ~= "table" then return value end
  local copy = {}
  for key, item in pairs(value) do copy[key] = language.plain(item) end
  return copy
end

function language.equal(one, other)
  if type(one) ~= "table" or type(other) ~= "table" then return one == other end
  for key, item in pairs(one) do if not language.equal(item, other[key]) then return false end end
  for key in pairs(other) do if one[key] == nil then return false end end
  return true
end

-- The state for guards. It does not contain the path, because guards run while the path is being written.
local seen = language.readOnly(function(_, name)
  if name == "nav" then error("a guard does not see the path, only the state of the features", 2) end
  return host.state[name]
end, "state.%s cannot be written by a guard", function()
  local copy = language.copied(host.state)
  copy.nav = nil
  return copy
end)

-- Runs the guards of a route, from the outermost: those of flows that the path is not in yet, then its own. Returns the
-- route to which one redirects, its params and the guard; nil if all pass.
local function detour(plan, path, name, params)
  local route = plan.routes[name]
  local top = #path > 0 and path[#path].route or ""
  local guards = { { guard = route.guard, here = route.here, name = name } }
  local here = route.here
  while here do
    if here.guard and top:sub(1, #here.prefix) ~= here.prefix then
      table.insert(guards, 1, { guard = here.guard, here = here.outer, name = here.prefix:sub(1, -2) })
    end
    here = here.outer
  end
  for _, each in ipairs(guards) do
    local verdict, with
    if each.guard then verdict, with = each.guard(seen, language.plain(params)) end
    if verdict == false then error(("the guard of %q refuses it"):format(each.name), 0) end
    if type(verdict) == "string" then
      local full, problem = plan.target(each.here, verdict, with)
      if not full then error(("the guard of %q: %s"):format(each.name, problem), 0) end
      return full, with, each
    elseif verdict ~= nil and verdict ~= true then
      local text = "the guard of %q must return nothing, true, false or the name of a route, returned %s"
      error(text:format(each.name, type(verdict)), 0)
    end
  end
end

-- Returns the route to show, its params if a guard has set any, and the requested route if a guard has redirected.
function language.admitted(plan, path, name, params)
  local asked, wanted = { name }, nil
  while true do
    local route, with, by = detour(plan, path, asked[#asked], params or {})
    if not route then return asked[#asked], params, wanted end
    wanted = wanted or { route = name, params = params or {} }
    params = with
    for i, other in ipairs(asked) do
      if other == route then
        local circle = table.concat(asked, " → ", i) .. " → " .. route
        local text = "%s: the guard of %q redirects in a circle: %s\nTo fix this, let one of these routes pass"
        error(text:format(by.here.title, by.name, circle), 0)
      end
    end
    asked[#asked + 1] = route
  end
end
