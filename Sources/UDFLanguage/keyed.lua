-- Features made of another feature: a list of items by key, or one optional item.
local host = ...
local language = host.language
local udf, fail, copied = language.udf, language.fail, language.copied

local function isForeign(type) return type:find("/", 1, true) ~= nil end

-- Makes a feature of `inner`, with a state for each key or, if `key` is nil, at most one.
local function lift(name, key, inner)
  local lifted = {
    name = name, reduce = {}, effects = {}, events = {}, emits = {}, reads = inner.reads, uses = inner.uses,
    onReload = inner.onReload,
  }
  lifted.state = key and { items = udf.list {} } or {}

  local function find(state, id)
    if not key then return state.item end
    for i, item in ipairs(state.items) do
      if item[key] == id then return item, i end
    end
  end

  -- Ids of effects are texts, so 1 and "1" cannot both be keys.
  local function isTaken(state, id)
    if not key then return state.item ~= nil end
    for _, item in ipairs(state.items) do
      if tostring(item[key]) == tostring(id) then return true end
    end
    return false
  end

  -- Returns an action or event with the key of the item that `id` names.
  local function addressed(action, id)
    local copy = copied(action)
    if key then copy[key] = id end
    return copy
  end

  local function described(id) return key and (" with %s = %s"):format(key, tostring(id)) or "" end

  local function put(state, item, position, result)
    if type(result) ~= "table" or rawequal(result, item) then return end
    local whole = addressed(result, key and item[key])
    if key then state.items[position] = whole else state.item = whole end
  end

  for action, handler in pairs(inner.reduce or {}) do
    if isForeign(action) then
      -- Actions of other features are reduced for each item.
      lifted.reduce[action] = function(state, sent)
        for i, item in ipairs(key and state.items or { state.item }) do put(state, item, i, handler(item, sent)) end
      end
    else
      lifted.reduce[action] = function(state, sent)
        local item, position = find(state, sent[key])
        if item then return put(state, item, position, handler(item, sent)) end
        host.log("warning", ("%s/%s: there is no item%s; nothing was done"):format(name, action, described(sent[key])))
      end
    end
  end

  lifted.reduce.add = function(state, action)
    local id = action[key]
    if key and id == nil then error(key .. " is missing", 0) end
    if key and type(id) ~= "string" and math.type(id) ~= "integer" then
      error(("%s must be a string or an integer, got %s"):format(key, math.type(id) or type(id)), 0)
    end
    if isTaken(state, id) then error(("there is an item%s already"):format(described(id)), 0) end
    local item = copied(inner.state)
    for field, value in pairs(action.state or {}) do item[field] = value end
    if key then item[key] = id end
    if key then state.items[#state.items + 1] = item else state.item = item end
  end
  lifted.reduce.remove = function(state, action)
    local item, position = find(state, action[key])
    if not item then
      host.log("warning", ("%s/remove: there is no item%s; nothing was done"):format(name, described(action[key])))
    elseif key then
      table.remove(state.items, position)
    else
      state.item = nil
    end
  end

  if inner.actions then
    lifted.actions = { add = addressed({ state = "table?" }, "any"), remove = addressed({}, "any") }
    for action, fields in pairs(inner.actions) do lifted.actions[action] = addressed(fields, "any") end
  end

  for action, effect in pairs(inner.effects or {}) do
    local body = type(effect) == "table" and effect.run or effect
    local function run(cx, sent)
      local item = find(cx.state, sent[key])
      -- If the item does not exist, the action has changed nothing, so it starts no effect.
      if not item then return end
      local scoped = { state = item }
      function scoped.send(other)
        if type(other) ~= "table" or isForeign(tostring(other.type)) then return cx.send(other) end
        return cx.send(addressed(other, sent[key]))
      end
      return body(setmetatable(scoped, { __index = cx, __metatable = false }), sent)
    end
    if type(effect) == "table" then
      local policy = copied(effect)
      policy.run = run
      policy.key = key and function(sent)
        return tostring(sent[key]) .. (effect.key and ":" .. effect.key(sent) or "")
      end or effect.key
      run = language.made("policy", policy)
    end
    lifted.effects[action] = run
  end

  for event, target in pairs(inner.events or {}) do
    lifted.events[event] = type(target) ~= "function" and target or function(raised, state)
      local item = find(state, raised[key])
      local result = item and target(raised, item)
      if type(result) == "string" then result = { type = result } end
      if type(result) ~= "table" or isForeign(tostring(result.type)) then return result end
      return addressed(result, raised[key])
    end
  end

  for action, event in pairs(inner.emits or {}) do
    -- A name stays a name, so that flows are checked against it.
    lifted.emits[action] = type(event) ~= "function" and event or function(sent, state)
      local item = find(state, sent[key])
      return item and event(sent, item)
    end
  end

  if inner.view then
    local function row(item, others) return addressed({ view = inner.view(item, {}, others) }, key and item[key]) end
    lifted.view = function(state, _, others)
      if not key then return state.item and inner.view(state.item, {}, others) end
      if inner.reads then return udf.each(state.items, function(item) return row(item, others) end) end
      return udf.each(state.items, row)
    end
  end
  return lifted
end

local function define(kind, definition)
  language.check(kind, definition)
  local inner = definition.feature
  for field in pairs(inner) do
    if not host.declarations.ofOne[field] then
      fail("feature", ("udf.%s: the feature %s has %s, which an item cannot have"):format(
        kind, inner.name, field))
    end
  end
  for _, map in ipairs { "actions", "reduce", "effects" } do
    for action in pairs(inner[map] or {}) do
      if action == "add" or action == "remove" then
        fail("feature", ("udf.%s: the feature %s has an action %q, which is reserved for the list of items"):format(
          kind, inner.name, action))
      elseif map == "effects" and isForeign(action) then
        fail("feature", ("udf.%s: the feature %s has an effect of %q, which belongs to no single item"):format(
          kind, inner.name, action))
      end
    end
  end
  return udf.feature(lift(definition.name, definition.key, inner))
end

-- Makes a feature with a list of items, each like `feature`: `add { KEY = …, state = { … } }`, `remove { KEY = … }`,
-- and the actions of `feature` with an item's key. An action for a missing item does nothing and is reported.
udf.keyed = host.framed(function(definition) return define("keyed", definition) end)

-- Makes a feature that exists between `add { state = { … } }` and `remove {}`.
udf.optional = host.framed(function(definition) return define("optional", definition) end)
