-- Lua code for the tests of the kernel's laws. It runs on state nodes and on plain tables in a stock Lua. `play` is a
-- random reducer; the other functions read or rebuild plain data. One file, because a machine loads it as one chunk.
local laws = {}

local function keys(t)
  local list, names = {}, {}
  for i = 1, #t do list[i] = i end
  for k in pairs(t) do
    if type(k) == "string" then names[#names + 1] = k end
  end
  table.sort(names, function(a, b) return a < b end)
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
laws.show = show

local function copy(v)
  if type(v) ~= "table" then return v end
  local t = {}
  for _, k in ipairs(keys(v)) do t[k] = copy(v[k]) end
  return t
end
laws.copy = copy

local function contains(outer, inner)
  if outer == inner then return true end
  for _, k in ipairs(keys(outer)) do
    if type(outer[k]) == "table" and contains(outer[k], inner) then return true end
  end
  return false
end

local function size(t)
  local n = 1
  for _, k in ipairs(keys(t)) do
    if type(t[k]) == "table" then n = n + size(t[k]) end
  end
  return n
end

-- Nodes that a reducer passed out of itself. Only the kernel's side has them.
laws.leaks = {}

-- MARK: the random reducer

local names = { "a", "b", "c", "d", "e" }

local function player(state, seed, locals)
  local p, at = { locals = locals }, seed
  function p.roll(n)
    at = (at * 6364136223846793005 + 1442695040888963407)
    return ((at >> 33) % n) + 1
  end
  for _ = 1, 3 do p.roll(2) end
  function p.scalar()
    local kind = p.roll(6)
    if kind == 1 then return p.roll(2) == 1 end
    if kind == 2 then return "s" .. p.roll(5) end
    if kind == 3 then return p.roll(4) + 0.0 end
    return p.roll(9)
  end
  function p.plain(depth)
    local t, kind = {}, p.roll(5)
    local function value() return depth < 2 and p.roll(4) == 1 and p.plain(depth + 1) or p.scalar() end
    if kind == 1 then return p.roll(2) == 1 and t or list(t) end
    if kind <= 3 then
      for i = 1, p.roll(4) do t[i] = value() end
    else
      for _ = 1, p.roll(3) do t[names[p.roll(#names)]] = value() end
    end
    return t
  end
  function p.pool()
    local all = {}
    local function walk(t)
      all[#all + 1] = t
      for _, k in ipairs(keys(t)) do
        if type(t[k]) == "table" and #all < 400 then walk(t[k]) end
      end
    end
    walk(state)
    for _, t in ipairs(p.locals) do walk(t) end
    return all
  end
  function p.pick(fits)
    local fitting = {}
    for _, t in ipairs(p.pool()) do
      if fits(t) then fitting[#fitting + 1] = t end
    end
    return fitting[1] and fitting[p.roll(#fitting)]
  end
  -- Returns a container and key where `value` can be stored.
  function p.place(value)
    local c = p.pick(function(t) return type(value) ~= "table" or not contains(value, t) end)
    if not c then return end
    if #c > 0 then return c, p.roll(#c + 1) end
    if next(c) == nil and p.roll(2) == 1 then return c, 1 end
    return c, names[p.roll(#names)]
  end
  return p
end

local function is_list(t) return #t > 0 end
local function takes_items(t) return #t > 0 or next(t) == nil end
local function is_map(t) return type(next(t)) == "string" end

local function store(p, value)
  local c, k = p.place(value)
  if c then c[k] = value end
end

local shrink = {
  function(p)  -- removes a field
    local m = p.pick(is_map)
    if m then
      local all = keys(m)
      m[all[p.roll(#all)]] = nil
    end
  end,
  function(p)  -- removes an item
    local l = p.pick(is_list)
    if l then
      local v = table.remove(l, p.roll(#l))
      if type(v) == "table" and p.roll(3) == 1 then p.locals[#p.locals + 1] = v end
    end
  end,
  function(p)  -- removes the last item
    local l = p.pick(is_list)
    if l then if p.roll(2) == 1 then l[#l] = nil else table.remove(l) end end
  end,
  function(p)  -- filters a list in place
    local l = p.pick(is_list)
    if not l then return end
    local n, j, writes = #l, 1, p.roll(2) == 1
    for i = 1, n do
      local v = l[i]
      if p.roll(2) == 1 then
        l[j] = v
        if writes and type(v) == "table" and not takes_items(v) then l[j].n = j end
        j = j + 1
      end
    end
    for i = j, n do l[i] = nil end
  end,
  function(p)  -- removes everything, in one order or the other
    local c = p.pick(function(t) return next(t) ~= nil end)
    if not c then return end
    local all, backwards = keys(c), p.roll(2) == 1
    for i = 1, #all do c[all[backwards and #all + 1 - i or i]] = nil end
    if p.roll(2) == 1 then c[names[p.roll(#names)]] = p.scalar() elseif p.roll(2) == 1 then c[1] = p.scalar() end
  end,
  function(p)  -- replaces a subtree
    local c = p.pick(function(t) return next(t) ~= nil end)
    if c then
      local all = keys(c)
      c[all[p.roll(#all)]] = p.roll(3) == 1 and p.plain(1) or p.scalar()
    end
  end,
}

local grow = {
  function(p) store(p, p.scalar()) end,
  function(p)  -- increments a field
    local m = p.pick(is_map)
    if m then m.n = (math.type(m.n) == "integer" and m.n or 0) + 1 end
  end,
  function(p)
    local l = p.pick(takes_items)
    if l then l[#l + 1] = p.roll(2) == 1 and p.plain(1) or p.scalar() end
  end,
  function(p)
    local l = p.pick(takes_items)
    if l then table.insert(l, p.roll(#l + 1), p.roll(2) == 1 and p.plain(1) or p.scalar()) end
  end,
  function(p)
    local l = p.pick(takes_items)
    if l then table.sort(l, function(a, b) return show(a) < show(b) end) end
  end,
  function(p)
    local l = p.pick(is_list)
    if l then
      local i, j = p.roll(#l), p.roll(#l)
      l[i], l[j] = l[j], l[i]
    end
  end,
  function(p) store(p, p.plain(0)) end,
  function(p)  -- stores an existing table at a second place
    local x = p.pick(function(t) return size(t) < 10 end)
    if x then store(p, x) end
  end,
  function(p)  -- moves a table
    local c = p.pick(function(t) return next(t) ~= nil end)
    if not c then return end
    local all = keys(c)
    local k = all[p.roll(#all)]
    local x = c[k]
    if type(x) ~= "table" then return end
    if type(k) == "string" then c[k] = nil else table.remove(c, k) end
    if p.roll(2) == 1 and not takes_items(x) then x.n = p.roll(9) end
    store(p, x)
    local inner = x[names[1]] or x[1]
    if type(inner) == "table" and not takes_items(inner) then inner.n = p.roll(9) end
  end,
  function(p)  -- stores a node inside a plain table
    local x = p.pick(function(t) return size(t) < 8 end)
    if x then store(p, { inner = x, n = p.roll(9) }) end
  end,
  function(p)  -- stores a plain table and keeps it in a local
    local t = p.plain(0)
    store(p, t)
    p.locals[#p.locals + 1] = t
  end,
  function(p)
    local x = p.pick(function() return true end)
    p.locals[#p.locals + 1] = x
  end,
  function(p) store(p, list {}) end,
  function(p)
    local l = p.pick(is_list)
    if l then
      local i = p.roll(#l)
      table.move(l, i, #l, i + 1)
      l[i] = p.scalar()
    end
  end,
  function(p)  -- writes the same value again
    local c = p.pick(function(t) return next(t) ~= nil end)
    if c then
      local all = keys(c)
      local k = all[p.roll(#all)]
      c[k] = c[k]
    end
  end,
}

-- Returns a table that replaces the state, or nil.
local function replacement(p, state)
  local kind = p.roll(3)
  if kind == 1 then return p.plain(0) end
  if kind == 2 then return p.pick(function(t) return not contains(t, state) end) end
  if kind == 3 and is_map(state) then
    local result = {}
    for _, k in ipairs(keys(state)) do
      if p.roll(3) > 1 then result[k] = state[k] end
    end
    result[names[p.roll(#names)]] = p.plain(1)
    return result
  end
end

function laws.play(state, seed, count, leaky)
  local p = player(state, seed, leaky and laws.leaks or {})
  -- A reducer changes its state or returns another one.
  local result = p.roll(5) == 1 and replacement(p, state)
  if result then return result end
  for _ = 1, count do
    local total = size(state)
    local from = total > 40 and shrink or p.roll(3) == 1 and shrink or grow
    local at = p.roll(#from)
    if trace then trace((from == shrink and "shrink " or "grow ") .. at) end
    from[at](p)
    if trace then trace("  " .. show(state)) end
  end
  while #p.locals > 8 do table.remove(p.locals, 1) end
  local kind = p.roll(14)
  if kind == 4 and not leaky then store(p, other.deep[p.roll(#other.deep)]) end
  if kind == 5 and not leaky then store(p, { theirs = other.deep }) end
end

-- Writes something that cannot be state.
function laws.spoil(state, seed)
  local p = player(state, seed, {})
  local kinds = {
    function() error("no") end,
    function() error { code = 1 } end,
    function() store(p, print or load) end,
    function() store(p, coroutine.create(function() end)) end,
    function() store(p, { { p.roll } }) end,
    function() store(p, setmetatable({}, { __index = state })) end,
    function() store(p, { 1, nil, 3 }) end,
    function() store(p, { 1, a = 2 }) end,
    function() store(p, { [1.5] = 2 }) end,
    function() store(p, { [true] = 2 }) end,
    function() state[0 / 0] = 1 end,
    function()
      local t = p.plain(0)
      store(p, t)
      if #t > 0 then t[#t + 1] = { t } else t.a = { t } end
    end,
    function()
      local c = p.pick(function(t) return next(t) ~= nil end)
      if not c then error("empty") end
      c[keys(c)[1]] = { state }
    end,
    function()
      local t = {}
      for _ = 1, 300 do t = { t } end
      store(p, t)
    end,
    function()
      local l = p.pick(function(t) return #t > 1 end)
      if not l then error("no list") end
      l[1] = nil
      store(p, p.plain(0))
      l[1] = nil
      if l[#l] == nil or l[1] ~= nil then error("not spoilt") end
    end,
    function()
      local m = p.pick(is_map)
      if not m then error("no map") end
      m[1] = 1
    end,
    function() return 5 end,
    function() return print or load end,
  }
  local result = kinds[p.roll(#kinds)]()
  if result == nil then
    -- The value may have been stored at a place that was removed again; then the state is valid.
    local function legal(v, above)
      if type(v) ~= "table" then return type(v) ~= "function" and type(v) ~= "thread" end
      if above[v] or getmetatable(v) or #above > 200 then return false end
      above[v], above[#above + 1] = true, v
      for k, x in next, v do
        if not legal(x, above) or (type(k) ~= "string" and math.type(k) ~= "integer") then return false end
      end
      above[v], above[#above] = nil, nil
      return true
    end
    if legal(state, {}) then error("legal again") end
  end
  return result
end

-- MARK: checking

-- Whether every table reachable from the state refuses writes and hides its metatable.
function laws.locked(state)
  local seen = {}
  local function refused(what, f, ...)
    if pcall(f, ...) then error(what .. " is not refused", 0) end
  end
  local function check(t)
    if seen[t] then error("a table in two places", 0) end
    seen[t] = true
    refused("a write", function() t.zz = 1 end)
    refused("a write", function() t[1] = 1 end)
    refused("rawset", rawset, t, "zz", 1)
    refused("insert", table.insert, t, 1)
    refused("remove", table.remove, t, 1)
    refused("sort", table.sort, t)
    refused("move", table.move, { 1 }, 1, 1, 1, t)
    refused("setmetatable", setmetatable, t, {})
    if getmetatable(t) ~= nil then error("a metatable shows", 0) end
    local count = 0
    for k, v in pairs(t) do
      count = count + 1
      if rawget(t, k) ~= v or t[k] ~= v then error("rawget sees something else", 0) end
      if type(v) == "table" then check(v) end
    end
    for _ in next, t do count = count - 1 end
    if count ~= 0 then error("next and pairs differ", 0) end
    if rawlen(t) ~= #t then error("rawlen differs", 0) end
    if t.__index ~= nil or t.__newindex ~= nil or t.__len ~= nil then error("a backing shows", 0) end
  end
  check(state)
end

-- Applies listed changes to plain data, as any reader of the list would.
function laws.apply(root, changes)
  for i, change in ipairs(changes) do
    local operation, path, old, new = change[1], change[2], change[3], change[4]
    local c = root
    for j = 1, #path - 1 do
      c = c[path[j]]
      if type(c) ~= "table" then error(("change %d: no such path %s"):format(i, show(path)), 0) end
    end
    local k = path[#path]
    local function same(a, b)
      if show(a) ~= show(b) then
        error(("change %d: %s %s: old is %s but was %s"):format(i, operation, show(path), show(a), show(b)), 0)
      end
    end
    if operation == "set" then
      same(old, c[k])
      c[k] = copy(new)
    elseif operation == "insert" then
      table.insert(c, k, copy(new))
    elseif operation == "remove" then
      same(old, c[k])
      table.remove(c, k)
    elseif operation == "move" then
      table.insert(c, new, table.remove(c, old))
    else
      error("an unknown operation " .. tostring(operation), 0)
    end
  end
  return root
end

return laws
