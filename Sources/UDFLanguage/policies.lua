-- Policies: what a request of an effect does while the effect runs.
local host = ...
local language, internal = host.language, host.internal
local udf, kinds, fail = language.udf, language.kinds, language.fail

-- Makes a policy. The effect may be another policy; the two are then combined.
local function policy(name, effect, options, changes)
  if type(effect) ~= "function" and kinds[effect] ~= "policy" then
    fail(nil, ("udf.%s takes the effect, a function, got %s"):format(name, type(effect)))
  end
  local result = type(effect) == "function" and { run = effect } or language.copied(effect)
  if options ~= nil and type(options) ~= "table" then
    fail(nil, ("udf.%s takes options last, { id = function }, got %s"):format(name, type(options)))
  end
  if changes.overlap and result.overlap then
    fail(nil, ("udf.%s: this effect is udf.%s already; it can be only one of them"):format(name, result.overlap))
  end
  for key, value in pairs(options or {}) do
    if key ~= "id" then
      fail(key, ("udf.%s: unknown option %q.%s"):format(name, tostring(key), host.suggest(tostring(key), { "id" })))
    end
    if type(value) ~= "function" then
      fail(key, ("udf.%s: id must be a function of the action, got %s"):format(name, type(value)))
    end
    result.key = value
  end
  for key, value in pairs(changes) do result[key] = value end
  return language.made("policy", result)
end

for _, each in ipairs(host.declarations.policies) do
  local name = each.name
  udf[name] = host.framed(each.takesSeconds and function(seconds, effect, options)
    if type(seconds) ~= "number" or not (seconds > 0 and seconds < math.huge) then
      local given = type(seconds) == "number" and tostring(seconds) or type(seconds)
      fail(nil, ("udf.%s takes seconds above 0 first, got %s"):format(name, given))
    end
    return policy(name, effect, options, { [name] = seconds })
  end or function(effect, options) return policy(name, effect, options, each.sets) end)
end

-- Returns the values of a policy for the host; empty for a function, which has no policy.
function internal.describePolicy(effect)
  if type(effect) ~= "table" then return {} end
  return {
    overlap = effect.overlap, debounce = effect.debounce, throttle = effect.throttle,
    background = effect.background, optimistic = effect.optimistic, keyed = effect.key ~= nil,
  }
end
