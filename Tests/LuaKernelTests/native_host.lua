-- Lua code for the tests of native slices: functions that walk a slice and return what a script sees, for both sides,
-- and the host, which runs in a stock Lua and whose containers are plain tables.
local native = {}

local function keys(t)
  local list, names = {}, {}
  for i = 1, #t do list[i] = i end
  for k in pairs(t) do
    if type(k) == "string" then names[#names + 1] = k end
  end
  table.sort(names)
  for _, k in ipairs(names) do list[#list + 1] = k end
  return list
end

local function show(v)
  if type(v) == "string" then return ("%q"):format(v) end
  if type(v) ~= "table" then return tostring(v) end
  local parts = {}
  for i, k in ipairs(keys(v)) do parts[i] = (type(k) == "string" and k .. "=" or "") .. show(v[k]) end
  return (#v > 0 and "[" or "{") .. table.concat(parts, " ") .. (#v > 0 and "]" or "}")
end
native.show = show

local function copy(v)
  if type(v) ~= "table" then return v end
  local t = {}
  for k, x in pairs(v) do t[k] = copy(x) end
  return t
end
native.copy = copy

local function roller(seed)
  return function(n)
    seed = seed * 6364136223846793005 + 1442695040888963407
    return (seed >> 33) % n + 1
  end
end

-- MARK: walks

local names = { "a", "b", "c", "d", "e" }
native.kept = {}  -- containers that a script keeps

local function show_short(v) return type(v) == "table" and "table" or show(v) end

local looks = {
  function(t, roll) return t[names[roll(#names)]] end,
  function(t, roll) return t[roll(#t + 2)] end,
  function(t) return #t + rawlen(t) end,
  function(t, roll) return rawget(t, names[roll(#names)]) or rawget(t, roll(4) + 0.0) end,
  function(t, roll) return t[({ true, 1.5, -1, 0, 1 << 60, "" })[roll(6)]] end,
  function(t)
    local seen = {}
    for _, k in ipairs(keys(t)) do seen[#seen + 1] = tostring(k) .. show_short(t[k]) end
    return table.concat(seen, " ")
  end,
  function(t, roll)
    local seen, last = {}, roll(6)
    for i, v in ipairs(t) do
      seen[#seen + 1] = show_short(v)
      if i == last then break end
    end
    return table.concat(seen, " ")
  end,
  function(t, roll)  -- reads some keys first, so that the loop completes a partly read table
    local middle, count = t[roll(3)] or t[names[1]], 0
    for _ in next, t do count = count + 1 end
    return count .. show_short(middle)
  end,
  function(t) return select("#", table.unpack(t)) .. show_short((table.unpack(t, 2, 3))) end,
  function(t) return show(copy(t)) end,
  function(t) return (pcall(table.concat, t, ",")) end,
}

function native.walk(root, seed, steps)
  local roll, trace, at = roller(seed), {}, root
  for i = 1, steps do
    local v = looks[roll(#looks)](at, roll)
    trace[i] = show_short(v)
    if type(v) == "table" then
      at = v
      if roll(3) == 1 then native.kept[#native.kept + 1] = v end
    elseif roll(3) == 1 then
      at = root
    end
  end
  return table.concat(trace, "\n")
end

-- Reads everything key by key, including absent keys, and nothing as a whole.
function native.peek(t)
  if type(t) ~= "table" then return show_short(t) end
  local seen, i = {}, 1
  for _, name in ipairs(names) do seen[#seen + 1] = native.peek(t[name]) end
  while t[i] ~= nil do
    seen[#seen + 1] = native.peek(t[i])
    i = i + 1
  end
  return "(" .. table.concat(seen, " ") .. ")"
end

function native.path_of(node)
  local ok, message = pcall(function() node.written = 1 end)
  assert(not ok, "a native node can be written")
  return message:match("^[^:]*:%d+: (.*)%.written is read%-only: 'n' is a native feature; send it an action$")
    or error("another message: " .. message, 0)
end

-- MARK: the host

local host = { at = 0, base = 0, asks = 0, wrong = nil }
native.host = host
local LIST, WHOLE = 1, 2
local shapes = {}                  -- flags of the tables that are containers
local handles, containers, last, free  -- for the containers that were passed to the kernel

function host.start(root)
  host.root, host.log, host.at, host.base = root, {}, 0, 0
  handles, containers, last, free = { [root] = 0 }, { [0] = root }, 0, {}
  shapes[root] = 0
end

function host.container(shape, t)
  shapes[t] = (shape:find("list") and LIST or 0) | (shape:find("whole") and WHOLE or 0)
  return t
end

local function handle_of(t)
  if not handles[t] then
    local handle = table.remove(free)
    if not handle then
      last = last + 1
      handle = last
    end
    handles[t], containers[handle] = handle, t
  end
  return handles[t]
end

local pack

local function pack_items(t)
  local parts, list = {}, #t > 0 or (shapes[t] or 0) & LIST ~= 0
  for i, k in ipairs(keys(t)) do parts[i] = (list and "" or string.pack("=s4", k)) .. pack(t[k]) end
  return string.pack("=BI4", list and 6 or 7, #parts) .. table.concat(parts)
end

function pack(v)
  if v == nil then return "\0" end
  if type(v) == "boolean" then return v and "\2" or "\1" end
  if math.type(v) == "integer" then return string.pack("=Bi8", 3, v) end
  if type(v) == "number" then return string.pack("=Bd", 4, v) end
  if type(v) == "string" then return string.pack("=Bs4", 5, v) end
  if not shapes[v] then return pack_items(v) end
  return string.pack("=BI8B", 10, handle_of(v), shapes[v])
end

native.pack = pack

function host.read(handle, ask, key)
  local t = containers[handle]
  host.asks = host.asks + 1
  host.asked = ("%s %s %s"):format(handle, ask, key)
  if not t then host.wrong = "asked for a container that is gone" end
  if ask == "field" and (shapes[t] & LIST ~= 0) ~= (math.type(key) == "integer") then
    host.wrong = "asked with a key that it cannot have: " .. tostring(key)
  end
  if ask == "field" then return pack(t[key]) end
  if ask == "count" then return pack(#t) end
  return pack_items(t)
end

-- Containers that the root no longer reaches are removed; their handles are reused.
local function sweep()
  local reached = {}
  local function reach(t)
    if reached[t] then return end
    reached[t] = true
    for _, v in pairs(t) do
      if type(v) == "table" then reach(v) end
    end
  end
  reach(host.root)
  for t, handle in pairs(handles) do
    if not reached[t] then
      gone(handle)
      handles[t], containers[handle] = nil, nil
      free[#free + 1] = handle
      for i, kept in ipairs(native.kept) do
        if kept == t then native.kept[i] = false end
      end
    end
  end
end

local function mark_stale(t, key)
  if not handles[t] then return end
  if shapes[t] & WHOLE ~= 0 then key = nil end
  stale(handles[t], key)
end

function host.travel(from, to)
  if host.at ~= from then host.wrong = "travels from where it is not" end
  while host.at ~= to do
    local forwards = host.at < to
    local entry = host.log[forwards and host.at + 1 or host.at]
    if not entry then
      host.wrong = "travels to where nothing is known any more"
      return
    end
    entry[forwards and "redo" or "undo"]()
    mark_stale(entry.table, entry.key)
    host.at = host.at + (forwards and 1 or -1)
  end
  sweep()
end

function host.forget(position)
  if position <= host.base or position > host.at then host.wrong = "forgets the wrong positions" end
  for i = host.base + 1, position do host.log[i] = nil end
  host.base = position
end

function host.truncate(position)
  if position < host.base or position < host.at then host.wrong = "truncates the wrong positions" end
  local at = position + 1
  while host.log[at] do
    host.log[at] = nil
    at = at + 1
  end
end

function host.changes(from, to)
  local list = {}
  for i = from + 1, to do
    local entry = host.log[i]
    if not entry then host.wrong = "asked for changes that it was to forget" end
    list[#list + 1] = { "set", { "n" }, entry.before, entry.after }
  end
  return pack(list)
end

-- Makes one change in a container and records how to undo it.
function host.change(t, key, redo, undo)
  local before = copy(host.root)
  redo()
  host.at = host.at + 1
  host.log[host.at] = { table = t, key = key, redo = redo, undo = undo, before = before, after = copy(host.root) }
  mark_stale(t, key)
  sweep()
end

function host.set(t, key, value)
  local old = t[key]
  host.change(t, key, function() t[key] = value end, function() t[key] = old end)
end

function host.insert(t, at, value)
  local key = at == #t + 1 and at or nil
  host.change(t, key, function() table.insert(t, at, value) end, function() table.remove(t, at) end)
end

function host.remove(t, at)
  local old, key = t[at], at == #t and at or nil
  host.change(t, key, function() table.remove(t, at) end, function() table.insert(t, at, old) end)
end

local function contains(outer, inner)
  if outer == inner then return true end
  for _, v in pairs(outer) do
    if type(v) == "table" and contains(v, inner) then return true end
  end
  return false
end

local function all_containers()
  local all, met = {}, {}
  local function walk(t)
    if met[t] then return end
    met[t] = true
    if shapes[t] then all[#all + 1] = t end
    for _, k in ipairs(keys(t)) do
      if type(t[k]) == "table" then walk(t[k]) end
    end
  end
  walk(host.root)
  return all
end

function host.edit(seed)
  local roll, all = roller(seed), all_containers()
  local value
  local function content(t, depth)
    if shapes[t] and shapes[t] & LIST ~= 0 or not shapes[t] and roll(2) == 1 then
      for i = 1, roll(4) - 1 do t[i] = value(depth + 1) end
    else
      for _ = 1, roll(4) - 1 do t[names[roll(#names)]] = value(depth + 1) end
    end
    return t
  end
  function value(depth)
    local kind = roll(depth > 2 and 4 or 8)
    if kind == 1 then return roll(2) == 1 end
    if kind == 2 then return "s" .. roll(9) end
    if kind <= 4 then return roll(99) end
    if kind == 5 then return content({}, depth) end
    return content(host.container(({ "list", "map", "whole list", "whole map" })[roll(4)], {}), depth)
  end
  local t = all[roll(#all)]
  local new = value(0)
  local again = all[roll(#all)]
  -- Puts the same container at a second place, but never inside itself.
  if roll(4) == 1 and not contains(again, t) and #show(host.root) < 3000 then new = again end
  if shapes[t] & LIST == 0 then
    if roll(3) == 1 or #show(host.root) > 3000 then new = nil end
    return host.set(t, names[roll(#names)], new)
  end
  local kind = roll(4)
  if #t > 0 and (kind == 1 or #t > 6 or #show(host.root) > 3000) then
    return host.remove(t, roll(2) == 1 and #t or roll(#t))
  end
  if #t > 0 and kind == 2 then return host.set(t, roll(#t), new) end
  host.insert(t, roll(2) == 1 and #t + 1 or roll(#t + 1), new)
end

function host.resolve(path)
  local at = host.root
  for step in path:match("^n(.*)"):gmatch("[^%.%[%]]+") do at = at[tonumber(step) or step] end
  return at
end

-- Whether the last edit changed something in a container.
function host.changed(t) return t and contains(t, host.log[host.at].table) end

function host.is_container(t) return t and shapes[t] ~= nil end

return native
