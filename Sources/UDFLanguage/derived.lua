-- Derived values: the memory of views and computed values, and the inputs of reactions.
local host = ...
local language, internal, memo = host.language, host.internal, host.memo
local udf, fail, kinds, sites = language.udf, language.fail, language.kinds, language.sites
local keysOf, hint, readOnly = language.keysOf, language.hint, language.readOnly

-- MARK: rows

-- The kept results of the view or computed value that runs now, one entry for each call of `udf.each`, in the order of
-- the calls; nil if it keeps none. Valid for one run by the host, because a script that is stopped cannot restore it.
local calls, run

-- Calls a function that keeps the results of its rows in `remembered`.
local function remembering(remembered, body, ...)
  local outerCalls, outerRun = calls, run
  calls, run = remembered, memo.run()
  if remembered then remembered.count = 0 end
  local result = body(...)
  if remembered then
    for i = remembered.count + 1, #remembered do remembered[i] = nil end
  end
  calls, run = outerCalls, outerRun
  return result
end

local function alike(one, other)
  if #one ~= #other then return false end
  for i = 1, #one do
    if not rawequal(one[i], other[i]) then return false end
  end
  return true
end

-- Returns a list of the function's results for each item of a list. The last result is reused if the item of the state,
-- the function and the further arguments have not changed. Calls inside a row keep no results.
udf.each = host.framed(function(list, row, ...)
  if type(list) ~= "table" then fail(nil, ("udf.each takes a list first, got %s"):format(type(list))) end
  if type(row) ~= "function" then
    fail(nil, ("udf.each takes a function after the list, got %s"):format(type(row)))
  end
  local kept = {}
  if calls and run == memo.run() then
    local signature, number = memo.signature(row, ...), calls.count + 1
    local before = calls[number]
    if before and alike(before.signature, signature) then kept = before end
    kept.signature = signature
    calls.count = number
    calls[number] = kept
  end
  return remembering(nil, memo.rows, kept, list, row, ...)
end)

-- MARK: declarations

-- Returns "items", "filter.text" or "rows[1]" as a list of keys; nil if it is not a path.
local function keysIn(path)
  local keys, rest = {}, "." .. path
  while rest ~= "" do
    local name, after = rest:match("^%.([%a_][%w_]*)()")
    local position, behind = rest:match("^%[(%d+)%]()")
    if not name and not position then return nil end
    keys[#keys + 1] = name or math.tointeger(tonumber(position))
    rest = rest:sub(after or behind)
  end
  return keys
end

-- Returns the name of the computed value in an input; nil if the input is not one.
local function computedIn(path) return path:match("^computed%.([%a_][%w_]*)$") end

local function checkEntry(feature, key, name, entry)
  local subject = ("udf.feature: %s.%s.%s"):format(feature.name, key, name)
  local last = entry[#entry]
  if type(last) ~= "function" and not (key == "reactions" and kinds[last] == "policy") then
    local function_ = key == "reactions" and "a function or a policy" or "a function"
    fail(name, ("%s must end with %s: { \"path\", …, function }"):format(subject, function_))
  end
  if #entry == 1 then fail(name, ("%s names no input: { \"path\", …, function }"):format(subject)) end
  for i, input in pairs(entry) do
    if key == "reactions" and i == "undo" then
      if type(input) ~= "boolean" then
        fail(name, ("%s: undo is true or false, got %s"):format(subject, type(input)))
      end
    elseif math.type(i) ~= "integer" then
      fail(name, ("%s is a list, and has the key %q"):format(subject, tostring(i)))
    elseif i < #entry then
      local keys = type(input) == "string" and keysIn(input)
      if not keys then
        local given = type(input) == "string" and ("%q"):format(input) or type(input)
        fail(name, ("%s: input %d must be a path into the own state, \"items\" or \"filter.text\", got %s"):format(
          subject, i, given))
      end
      -- Only deep paths: a field that is nil at first may be called like a feature.
      if #keys > 1 and (feature.state or {})[keys[1]] == nil
        and (keys[1] == "others" or language.contains(feature.reads or {}, keys[1])) then
        fail(name, ("%s: input %d must be a path into the own state, and %q is outside of it. To fix this, read other "
          .. "features in the view or in an effect: with reads, both get others"):format(subject, i, input))
      end
      local computed = computedIn(input)
      if computed and not (feature.computed or {})[computed] then
        fail(name, ("%s: there is no computed value %q.%s"):format(
          subject, computed, hint(computed, feature.computed or {})))
      end
    end
  end
end

-- Refuses a computed value that depends on itself.
local function checkCycle(feature, name, above)
  local trail = table.move(above, 1, #above, 1, {})
  trail[#trail + 1] = name
  for i, one in ipairs(above) do
    if one == name then
      fail(name, ("udf.feature: %s.computed.%s depends on itself: %s"):format(
        feature.name, name, table.concat(trail, " → ", i)))
    end
  end
  for i = 1, #feature.computed[name] - 1 do
    local computed = computedIn(feature.computed[name][i])
    if computed then checkCycle(feature, computed, trail) end
  end
end

language.checks[#language.checks + 1] = function(feature)
  for _, key in ipairs { "computed", "reactions" } do
    for name, entry in pairs(feature[key] or {}) do checkEntry(feature, key, name, entry) end
  end
  for name in pairs(feature.computed or {}) do checkCycle(feature, name, {}) end
end

-- Describes a feature for the host: names, policies, and the fields of the state that each function reads.
function internal.describeDerived(feature)
  local inputs, reactions, undo = udf.list {}, {}, udf.list {}
  for _, key in ipairs { "computed", "reactions" } do
    for name, entry in pairs(feature[key] or {}) do
      if key == "reactions" then reactions[name] = internal.describePolicy(entry[#entry]) end
      if entry.undo then undo[#undo + 1] = name end
      for i = 1, #entry - 1 do
        if not computedIn(entry[i]) then
          inputs[#inputs + 1] = { by = key .. "." .. name, field = tostring(keysIn(entry[i])[1]) }
        end
      end
    end
  end
  local fields = keysOf(feature.state or {})
  for _, key in ipairs(language.secrets[feature] or {}) do fields[#fields + 1] = key end
  return {
    computed = udf.list(keysOf(feature.computed or {})), reactions = reactions, undo = undo, inputs = inputs,
    fields = udf.list(fields),
  }
end

-- MARK: computed values

local refusal = "computed.%s cannot be written: it is computed from the state"

local function unlike(one, other) return one ~= other or math.type(one) ~= math.type(other) end

-- Returns a function for each input that reads it.
local function readers(entry, state, value)
  local list = {}
  for i = 1, #entry - 1 do
    local computed, keys = computedIn(entry[i]), keysIn(entry[i])
    list[i] = computed and function() return value(computed) end or function()
      local found = state
      for _, key in ipairs(keys) do
        if type(found) ~= "table" then return nil end
        found = found[key]
      end
      return found
    end
  end
  return list
end

-- Reads inputs into `seen`; returns whether one has changed.
local function look(inputs, seen)
  local changed = false
  for i, read in ipairs(inputs) do
    local value = read()
    local version = memo.version(value)
    if unlike(value, seen[i]) or version ~= seen.versions[i] then
      changed = true
      seen[i], seen.versions[i] = value, version
    end
  end
  return changed
end

-- Raises the error of a computed value, with its name after the position: `site`, if it is known.
local function raise(name, problem, site)
  if type(problem) == "string" then
    local place, text = problem:match("^(%S+:%d+: )(.*)$")
    problem = ("%scomputed.%s: %s"):format(site and site .. ": " or place or "", name, text or problem)
  end
  error(problem, 0)
end

-- The computed values of a feature: `value(name)`; `proxy()`, a table that computes a value when it is read; and
-- `readers` for the host: called with true while the last result is kept, they return nothing if it is valid.
function internal.computed(feature, state)
  local cells, value = {}, nil
  for name, entry in pairs(feature.computed or {}) do
    local inputs = readers(entry, state, function(other) return value(other) end)
    cells[name] = { inputs = inputs, body = entry[#entry], seen = { versions = {} }, calls = {} }
  end

  function value(name)
    local cell = cells[name]
    local wasKept = cell.isKept
    -- Reading an input may raise an error.
    cell.isKept = false
    if not look(cell.inputs, cell.seen) and wasKept then
      cell.isKept = true
      return cell.result
    end
    local outerCalls, outerRun = calls, run
    local ok, result = pcall(function()
      return remembering(cell.calls, cell.body, table.unpack(cell.seen, 1, #cell.inputs))
    end)
    calls, run = outerCalls, outerRun
    if not ok then raise(name, result) end
    ok, result = pcall(memo.freeze, result)
    -- The error belongs to the definition, not to the reader.
    if not ok then raise(name, result, sites[feature]) end
    cell.result, cell.isKept = result, true
    return result
  end

  local function read(_, name)
    if cells[name] then return value(name) end
    error(("%s has no computed value %q.%s"):format(feature.name, tostring(name), hint(name, cells)), 2)
  end
  local function all()
    local values = {}
    for name in pairs(cells) do values[name] = value(name) end
    return values
  end
  local derived = { value = value, proxy = function() return readOnly(read, refusal, all) end, readers = {} }
  for name in pairs(cells) do
    local last, version
    derived.readers[name] = function(isKept)
      local now = value(name)
      if isKept and not unlike(now, last) and memo.version(now) == version then return end
      last, version = now, memo.version(now)
      return now
    end
  end
  return derived
end

-- Returns a memoised function of these parts of the state. The host calls it with true while it still has the last
-- result, and it returns nothing if that is valid. The value that `make` passes to a view must be new for each run, so
-- that a row which closes over it differs from the row of a former run.
function internal.kept(names, all, make)
  local versions, remembered = {}, {}
  return function(isKept)
    for i, name in ipairs(names) do
      local version = memo.version(all[name])
      isKept = isKept and version == versions[i]
      versions[i] = version
    end
    if isKept then return end
    return remembering(remembered, make)
  end
end

function internal.view(feature, state, all, derived)
  return internal.kept({ feature.name, table.unpack(feature.reads or {}) }, all, function()
    return feature.view(state, derived.proxy(), internal.others(feature, all))
  end)
end

-- Returns computed values outside of views, as copies, so that results stay unchanged. `paths` contains their paths.
local paths = setmetatable({}, { __mode = "k" })

local function copies(path)
  local proxy = readOnly(function(_, name)
    if path == "" then return copies(tostring(name)) end
    return host.computed(path .. "." .. tostring(name))
  end, refusal, function() return host.computed(path) end)
  paths[proxy] = path
  return proxy
end

internal.computedOf = copies
internal.computeds = copies("")

-- Returns true and what to show for a result at the prompt, if that differs from the result: nothing for an output.
function internal.shown(value)
  if rawequal(value, internal.views) then return true, host.view() end
  if type(value) == "table" and paths[value] then return true, host.computed(paths[value]) end
  if kinds[value] == "navigator" then return true, host.state.nav.path end
  return internal.isOutput[value]
end

-- MARK: reactions

-- Returns a reaction: `check`, which returns whether an input has changed, or with true as argument the values of the
-- inputs; `run`, the effect; and `key`, which returns the effect's id.
function internal.reaction(feature, name, state, derived)
  local entry = feature.reactions[name]
  local inputs, last = readers(entry, state, derived.value), entry[#entry]
  local seen = { versions = {}, bytes = {} }
  local function unpacked(packed)
    local values = {}
    for i = 1, #inputs do values[i] = packed[tostring(i)] end
    return table.unpack(values, 1, #inputs)
  end

  local function check(fires)
    local packed, changed = {}, false
    -- All inputs are read before `seen` is changed, because a computed input may raise an error.
    for i, read in ipairs(inputs) do packed[tostring(i)] = read() end
    for i = 1, #inputs do
      local value = packed[tostring(i)]
      local version = memo.version(value)
      if unlike(value, seen[i]) or version ~= seen.versions[i] then
        local bytes = memo.bytes(value)
        changed = changed or bytes ~= seen.bytes[i]
        seen[i], seen.versions[i], seen.bytes[i] = value, version, bytes
      end
    end
    return fires and changed and packed or nil
  end

  local body = type(last) == "function" and last or last.run
  local key = type(last) == "table" and last.key
  return {
    check = check,
    run = function(cx, packed) return body(cx, unpacked(packed)) end,
    key = key and function(packed) return key(unpacked(packed)) end or nil,
  }
end
