-- Statements of Lua's manual about standard functions. A part begins with three dashes, its name and the phases that it
-- runs in. One file, because one test reads it and runs each part in its phases.

--- next of a key that is 0: load effect view reducer
local t = { [0] = "z", "a", "b" }
local seen, k, v = {}, next(t)
for _ = 1, 10 do
  if k == nil then break end
  seen[k] = v
  k, v = next(t, k)
end
assert(k == nil and seen[0] == "z" and seen[1] == "a" and seen[2] == "b")
assert(next({ [0] = 1 }, 0) == nil)

--- next refuses a key that the table never had: load effect view reducer
local ok, message = pcall(next, { 10, 20 }, 3)
assert(not ok and message == "invalid key to 'next'", message)
ok, message = pcall(next, {}, "x")
assert(not ok and message == "invalid key to 'next'", message)
ok, message = pcall(next, { a = 1 }, 0)
assert(not ok, message)
ok, message = pcall(next)
assert(not ok and message:find("bad argument #1 to 'next' (table expected, got no value)", 1, true), message)

--- fields cleared during a loop: load effect view reducer
local function fill(n, m)
  local t = {}
  for i = 1, n do t[i] = i end
  for i = 1, m do t["k" .. i] = i end
  t[0], t[-1], t[2.5], t[true] = 0, -1, 2.5, 1
  return t
end
for _, size in ipairs { { 0, 0 }, { 5, 0 }, { 0, 5 }, { 40, 50 } } do
  for _, walk in ipairs { function(t) return next, t end, pairs } do
    local t, count = fill(size[1], size[2]), 0
    for k in walk(t) do
      t[k] = nil
      count = count + 1
    end
    assert(count == size[1] + size[2] + 4 and next(t) == nil)
    t, count = fill(size[1], size[2]), 0
    for k, v in walk(t) do
      t[k] = v
      count = count + 1
    end
    assert(count == size[1] + size[2] + 4)
  end
end

--- a loop inside another clears the same table: load effect view reducer
local t, outer = { a = 1, b = 2, c = 3, 10, 20, 30 }, 0
for k in next, t do
  t[k] = nil
  outer = outer + 1
  local inner = 0
  for _ in next, t do inner = inner + 1 end
  assert(inner == 6 - outer, inner)
end
assert(outer == 6)

--- loops over two tables at once: load effect view reducer
local a, b, pairs_seen = { x = 1, y = 2, z = 3 }, { p = 1, q = 2 }, 0
for _ in next, a do
  for _ in next, b do pairs_seen = pairs_seen + 1 end
end
for _ in next, a do
  for _ in next, a do pairs_seen = pairs_seen + 1 end
end
assert(pairs_seen == 15)

--- next after an interrupted loop: load effect view reducer
local t = { a = 1, b = 2 }
for _ in next, t do break end
t.aa, t.c, t[1] = 3, 4, 5
local seen = {}
for k in next, t do
  assert(not seen[k], "twice")
  seen[k] = true
end
assert(seen.a and seen.b and seen.aa and seen.c and seen[1])
for k in next, t do
  t[k] = nil
  t["x"] = nil
end
assert(next(t) == nil)
local work, done = { k1 = true }, 0
while next(work) do
  local k = next(work)
  work[k] = nil
  done = done + 1
  if done < 50 then work["k" .. done % 7] = true work["l" .. done] = true end
  if done > 200 then break end
end
assert(next(work) == nil and done < 200, done)

--- a key removed and set again is found again: load effect view reducer
local t = { a = 1, b = 2 }
assert(next(t))
t.a, t.b = nil, nil
t.c = 1
assert(next(t) == "c")
t.a = 1
t.c = nil
assert(next(t) == "a" and next(t, "a") == nil)

--- next of lists: load effect view reducer
local t = { 1, 2, 3, nil, 5, n = 5 }
local count = 0
for _ in next, t do count = count + 1 end
assert(count == 5)
assert(next({}) == nil and next({}, nil) == nil)
local k, v = next { 7 }
assert(k == 1 and v == 7)

--- next in order: view reducer
local seen = {}
for k in next, { z = 1, a = 1, [10] = 1, [3] = 1, b = 1, ["a\0"] = 1, [""] = 1 } do seen[#seen + 1] = tostring(k) end
assert(table.concat(seen, " ") == "3 10  a a\0 b z", table.concat(seen, " "))

--- next of the state: load effect view
local seen = {}
for k, v in next, state.map do seen[k] = v end
assert(seen.a == 1 and seen.b == 2 and seen.c == 3)
local sum = 0
for i, x in next, state.items do sum = sum + i * x end
assert(sum == 55 and next(state.items, 5) == nil and next(state) ~= nil)

--- next of the state while a reducer clears it: reducer
for k in next, state.map do state.map[k] = nil end
assert(next(state.map) == nil)
state.map.x, state.map.b = 1, 2
local seen = ""
for k in next, state.map do seen = seen .. k end
assert(seen == "bx")
for i = 5, 1, -1 do
  assert(next(state.items) == 1)
  state.items[i] = nil
end
assert(next(state.items) == nil)

--- pairs gives integers in ascending order: load effect view reducer
local seen = {}
for k in pairs { [-3] = 1, [0] = 1, "a", "b", "c", [7] = 1, [2.5] = 1, [1 << 53] = 1, [(1 << 53) + 1] = 1, [math.mininteger] = 1, x = 1 } do
  seen[#seen + 1] = tostring(k)
end
assert(table.concat(seen, " ") == "-9223372036854775808 -3 0 1 2 2.5 3 7 9007199254740992 9007199254740993 x", table.concat(seen, " "))

--- __pairs may yield: load effect view reducer
local t = setmetatable({}, { __pairs = function(t)
  local from = coroutine.yield("asked")
  return function(_, k)
    k = (k or from) + 1
    if k < from + 3 then return k end
  end, t, nil
end })
local co = coroutine.wrap(function()
  local sum = 0
  for k in pairs(t) do sum = sum + k end
  return sum
end)
assert(co() == "asked" and co(10) == 23)

--- table.insert at the end of the integers: load effect view reducer
local t = setmetatable({}, { __len = function() return math.maxinteger end })
table.insert(t, 20)
assert(rawget(t, math.mininteger) == 20)
t = setmetatable({}, { __len = function() return math.maxinteger - 1 end })
table.insert(t, 21)
assert(rawget(t, math.maxinteger) == 21)
t = setmetatable({}, { __len = function() return -5 end })
table.insert(t, 22)
assert(rawget(t, -4) == 22)
local ok, message = pcall(table.insert, { 1, 2 }, 4, 1)
assert(not ok and message == "bad argument #2 to 'table.insert' (position out of bounds)", message)

--- table.remove: load effect view reducer
local t = { n = 0, [0] = "ban" }
assert(table.remove(t) == "ban" and t[0] == nil)
t = { 1, 2, 3 }
assert(table.remove(t, 4) == nil and table.remove(t, 1) == 1 and #t == 2 and t[2] == 3)
assert(not pcall(table.remove, t, 4) and not pcall(table.remove, t, -1))

--- table.move within a list: load effect view reducer
local function move(from, to, at)
  local t = { 1, 2, 3, 4, 5 }
  assert(table.move(t, from, to, at) == t)
  return table.concat(t, " ")
end
assert(move(2, 5, 1) == "2 3 4 5 5" and move(1, 4, 2) == "1 1 2 3 4" and move(2, 5, 4) == "1 2 3 2 3 4 5")
assert(move(1, 0, 3) == "1 2 3 4 5" and move(1, 5, 1) == "1 2 3 4 5")

--- table.move within a list of the state: reducer
local t = state.items
assert(table.move(t, 2, 5, 4) == t)
assert(table.concat(t, " ") == "1 2 3 2 3 4 5")
table.move(t, 4, 7, 1)
assert(table.concat(t, " ") == "2 3 4 5 3 4 5")
table.move(t, 1, 3, 2)
assert(table.concat(t, " ") == "2 2 3 4 3 4 5")
table.move({ 7, 8, 9 }, 1, 3, 6, t)
assert(table.concat(t, " ") == "2 2 3 4 3 7 8 9")

--- load gives nil and a message: load effect
local f, message = load("return +")
assert(f == nil and message == '[string "return +"]:1: unexpected symbol near \'+\'', message)
f, message = load("x =", "=name")
assert(f == nil and message == "name:1: unexpected symbol near <eof>", message)
f, message = load("x =", "@file.lua")
assert(f == nil and message == "file.lua:1: unexpected symbol near <eof>", message)
f, message = load(function() error("no more", 0) end)
assert(f == nil and message == "no more", message)
f, message = load(function() error { 1 } end)
assert(f == nil and message[1] == 1)
f, message = load(function() return {} end)
assert(f == nil and message:find("^value.lua:%d+: reader function must return a string$"), message)
f, message = load("\27Lua")
assert(f == nil and message == "attempt to load a binary chunk (mode is 't')", message)
f, message = load("\27Lua", "x", "b")
assert(f == nil and message == "attempt to load a binary chunk (mode is 't')", message)
f, message = load("return 1", "x", "b")
assert(f == nil and message == "attempt to load a text chunk (mode is 'b')", message)
f, message = load((" "):rep((256 << 10) + 1))
assert(f == nil and message == "load takes a text of at most 262144 bytes; this one has 262145", message)
f, message = load(function() return (" "):rep(100000) end)
assert(f == nil and message == "load takes a text of at most 262144 bytes; this one has at least 300000", message)
assert(load((" "):rep((256 << 10) - 8) .. "return 3")() == 3)
local pieces, at = { "return 3", "", "4" }, 0
f = load(function() at = at + 1 return pieces[at] end)
assert(f() == 3)
pieces, at = { "ret", "urn ", "4" }, 0
assert(load(function() at = at + 1 return pieces[at] end)() == 4)
assert(load("return x", "x", "t", { x = 5 })() == 5 and load("return ...")(6) == 6)
f, message = load("local a <const> = 1 a = 2")
assert(f == nil and message:find("attempt to assign to const variable 'a'", 1, true))

--- load is refused in pure phases: view reducer
local ok, message = pcall(load, "return 1")
assert(not ok and message:find("load is not available in a reducer, view or event map", 1, true), message)

--- debug.traceback: load effect view reducer
local co = coroutine.create(function()
  local x = 1
  coroutine.yield(x)
end)
coroutine.resume(co)
local text = debug.traceback(co)
assert(text:find("^stack traceback:\n") and text:find("'coroutine.yield'", 1, true), text)
assert(debug.traceback(co, "hello"):find("^hello\nstack traceback:\n"))
assert(debug.traceback(co, nil, 1):find("yield", 1, true) == nil)
assert(debug.traceback(co, 12):find("^12\n"))
local t = {}
assert(debug.traceback(t) == t and debug.traceback(co, t) == t)
assert(debug.traceback("hi"):find("^hi\nstack traceback:\n"))
assert(debug.traceback("hi", 0):find("'debug.traceback'", 1, true), debug.traceback("hi", 0))

--- error texts name functions: load effect view reducer
local function message(f, ...) return select(2, pcall(f, ...)) end
assert(message(string.rep) == "bad argument #1 to 'string.rep' (string expected, got no value)", message(string.rep))
assert(message(table.insert, 1, 2) == "bad argument #1 to 'table.insert' (table expected, got number)", message(table.insert, 1, 2))
assert(message(table.concat, { {} }) == "invalid value (table) at index 1 in table for 'concat'")
assert(message(string.gsub, "s", "s", setmetatable):find("bad argument #1 to 'setmetatable' (table expected, got string)", 1, true),
  message(string.gsub, "s", "s", setmetatable))
assert(message(pairs, nil) == "bad argument #1 to 'pairs' (table expected, got nil)", message(pairs, nil))
assert(message(coroutine.resume, 1):find("'coroutine.resume'", 1, true), message(coroutine.resume, 1))
assert(message(function() ("x"):rep() end):find(":%d+: bad argument #1 to 'rep' %(number expected, got no value%)"),
  message(function() ("x"):rep() end))
assert(message(function() string.format("%d", "x") end):find(":%d+: bad argument #2 to 'format' "))
assert(message(function() utf8.char(-1) end):find(":%d+: bad argument #1 to 'char' "))
assert(message(function() setmetatable(1, {}) end):find(":%d+: bad argument #1 to 'setmetatable' "))

--- error texts of impure functions: load effect
local function message(f, ...) return select(2, pcall(f, ...)) end
assert(message(function() math.random(0, -1) end):find("^value.lua:%d+: bad argument #%d to 'random' %(interval is empty%)"),
  message(function() math.random(0, -1) end))
assert(message(function() os.date("%Ez", 0) end):find("^value.lua:%d+: bad argument #1 to 'date' "),
  message(function() os.date("%Ez", 0) end))
assert(message(function() os.time { year = 2000 } end):find("^value.lua:%d+: field '%a+' missing in date table"))
assert(math.random(1, 6) <= 6 and type(os.time()) == "number")
math.randomseed(42)
local a = math.random(1 << 40)
math.randomseed(42)
assert(a == math.random(1 << 40))

--- libraries of one sandbox are its own: load effect
local kept = string.rep
string.rep, table.concat = nil, 1
assert(("x"):rep(2) == "xx")
string.rep = kept

--- weak tables are strong in pure phases: view reducer
local meta = { __mode = "k" }
local t = setmetatable({}, meta)
assert(getmetatable(t) == meta and not meta.__mode)
for i = 1, 100 do t[{}] = i end
local v = setmetatable({ {}, {} }, { __mode = "v" })
local garbage
for i = 1, 20000 do garbage = { garbage and i, ("x"):rep(20) .. i } end
assert(v[1] and v[2])
for _, walk in ipairs { next, pairs } do
  local ok, message = pcall(walk, v)
  assert(not ok and message:find("the keys of a weak table differ from run to run", 1, true), message)
end
local late = setmetatable({}, {})
getmetatable(late).__mode = "k"
assert(not pcall(next, late))
assert(next(setmetatable({ a = 1 }, {})) == "a")

--- weak tables in other phases: load effect
local meta = { __mode = "k" }
local t = setmetatable({}, meta)
assert(meta.__mode == "k")
t.a = 1
assert(next(t) == "a" and pairs(t)(t))

--- every loop reaches every key once, whatever came before it: load effect view reducer
local seed = 11
local function roll(n)
  seed = (seed * 1103515245 + 12345) % 2147483648
  return seed // 65536 % n + 1
end
local function key()
  local kind = roll(5)
  if kind == 1 then return roll(12) end
  if kind == 2 then return -roll(4) end
  if kind == 3 then return roll(4) + 0.5 end
  return "k" .. roll(20)
end
for _ = 1, 300 do
  local t = {}
  for _ = 1, 30 do
    local what = roll(6)
    if what <= 2 then
      t[key()] = 1
    elseif what == 3 then
      local k = next(t)
      if k ~= nil then t[k] = nil end
    elseif what == 4 then
      local left = roll(4)
      for k in next, t do
        left = left - 1
        if roll(3) == 1 then t[k] = nil end
        if left == 0 then break end
      end
    elseif what == 5 then
      t[key()] = nil
    else
      local seen, expected, clears = {}, {}, roll(2) == 1
      for k in pairs(t) do expected[k] = true end
      for k in next, t do
        assert(expected[k] and not seen[k], "twice, or not there")
        seen[k] = true
        if clears and roll(3) == 1 then t[k] = nil end
      end
      for k in pairs(expected) do assert(seen[k], "missed") end
    end
  end
end

--- a loop in progress reaches every key once, whatever loops begin inside it: load effect view reducer
local seed = 5
local function roll(n)
  seed = (seed * 1103515245 + 12345) % 2147483648
  return seed // 65536 % n + 1
end
local function key()
  local kind = roll(4)
  if kind == 1 then return roll(6) end
  if kind == 2 then return roll(4) == 1 and roll(2) == 1 or roll(3) + 0.5 end
  return "k" .. roll(12)
end
-- A script may clear fields during a loop, but not add any.
local function walk(t, depth)
  local seen, left = {}, roll(3) == 1 and roll(4) or math.huge
  for k in next, t do
    assert(t[k] ~= nil and not seen[k], "twice, or not there")
    seen[k] = true
    if roll(3) == 1 then t[k] = nil end
    for _ = 1, roll(3) - 1 do
      local what = roll(4)
      if what == 1 and depth < 3 then
        walk(t, depth + 1)
      elseif what == 2 then
        local first = next(t)
        if first ~= nil and roll(2) == 1 then t[first] = nil end
      elseif what == 3 then
        local first = next(t)
        if first ~= nil then next(t, first) end
      end
    end
    left = left - 1
    if left == 0 then return end
  end
  for k in pairs(t) do assert(seen[k], "missed") end
end
for _ = 1, 400 do
  local t = {}
  for _ = 1, 12 do
    for _ = 1, roll(6) do t[key()] = 1 end
    walk(t, 1)
    if roll(2) == 1 then next(t) end
  end
end

--- loops over many tables inside a loop that clears fields: load effect view reducer
local all, count = {}, 0
for i = 1, 300 do all["k" .. i] = { a = i, b = i } end
for k, t in next, all do
  all[k] = nil
  for _ in next, t do count = count + 1 end
end
assert(count == 600 and next(all) == nil)
