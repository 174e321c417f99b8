-- Errors: which value arrives, what the messages say, and what protected calls leave behind.
return function(check, phase)
  local function message(f, ...)
    local done, problem = pcall(f, ...)
    check(not done, "it fails")
    return type(problem) == "string" and problem or tostring(problem)
  end
  -- `part` may have several parts, with `|` between them.
  local function says(part, f, ...)
    local text = message(f, ...)
    for each in part:gmatch("[^|]+") do check(text:find(each, 1, true) ~= nil, part .. " is in: " .. text) end
  end

  -- Any value.
  local object = {}
  for _, value in ipairs { "text", 1, 2.5, true, object, tostring } do
    local done, problem = pcall(error, value)
    check(not done and problem == value, "the value of an error arrives")
    local ok, inner, outer = pcall(pcall, error, value)
    check(ok and inner == false and outer == value, "through two protected calls")
    check(select("#", pcall(error, value)) == 2, "and nothing else")
  end
  check(select(2, pcall(error)) == nil, "an error without a value is nil")
  check(select(2, pcall(error, nil)) == nil, "and so is one with nil")

  -- Levels.
  local function raise(level) error("x", level) end
  local function line(text) return tonumber(text:match(":(%d+): x$")) end
  check(select(2, pcall(raise, 0)) == "x", "level 0 adds no place")
  local first = line(select(2, pcall(raise, 1)))
  check(first ~= nil, "level 1 adds the place of error")
  local second = line(select(2, pcall(function() raise(2) end)))
  check(second ~= nil and second > first, "level 2 adds the place of the call")
  for n = 1, 60 do
    local function deep(k, level) if k == 0 then raise(level) end deep(k - 1, level) return k end
    check(line(select(2, pcall(deep, n, 1))) == first, "level 1 is the same at every depth")
    check(select(2, pcall(deep, n, 0)) == "x", "level 0 is the text")
  end

  -- Operators name what they were given.
  local a, t = nil, {}
  local wrong = {
    { "arithmetic on a nil value (upvalue 'a')", function() return a + 1 end },
    { "arithmetic on a table value (upvalue 't')", function() return t * 2 end },
    { "arithmetic on a nil value (field 'x')", function() return t.x - 1 end },
    { "arithmetic on a nil value (local 'b')", function() local b return -b end },
    { "concatenate a nil value (local 'b')", function() local b return b .. "x" end },
    { "concatenate a table value (upvalue 't')", function() return "x" .. t end },
    { "bitwise operation on a nil value (field 'y')", function() return t.y & 1 end },
    { "number has no integer representation", function() return 1.5 | 1 end },
    { "number has no integer representation", function() return 2 ^ 63 & 1 end },
    { "compare number with nil", function() return 1 < a end },
    { "compare two table values", function() return t < {} end },
    { "compare two nil values", function() return a <= nil end },
    { "compare number with string", function() return 1 < "2" end },
    { "get length of a nil value (upvalue 'a')", function() return #a end },
    { "get length of a number value (local 'n')", function() local n = 1 return #n end },
    { "index a nil value (upvalue 'a')", function() return a.x end },
    { "index a nil value (field 'x')", function() return t.x.y end },
    { "index a number value (local 'n')", function() local n = 1 return n.x.y end },
    { "index a boolean value (local 'b')", function() local b = true b.x = 1 end },
    { "call a nil value (upvalue 'a')", function() a() end },
    { "call a nil value (field 'run')", function() t.run() end },
    { "call a nil value (method 'run')", function() t:run() end },
    { "call a table value (upvalue 't')", function() t() end },
    { "call a number value", function() (1)() end },
    { "index is nil", function() t[a] = 1 end },
    { "index is NaN", function() t[0 / 0] = 1 end },
    { "attempt to ", function() local n = 0 return 1 // n end },
    { "attempt to perform 'n%", function() local n = 0 return 1 % n end },
    { "'for' initial value|number", function() for _ = "x", 2 do error() end end },
    { "'for' limit|number", function() for _ = 1, {} do error() end end },
    { "'for' step|number", function() for _ = 1, 2, t do error() end end },
    { "'for' step is zero", function() for _ = 1, 2, 0 do error() end end },
  }
  for _, each in ipairs(wrong) do
    for _ = 1, 6 do says(each[1], each[2]) end
    says(each[1], coroutine.wrap(each[2]))
  end

  -- Arguments of standard functions.
  local calls = {
    { "bad argument #1|(string expected, got table)", string.rep, {}, 1 },
    { "bad argument #2|(number expected, got ", string.rep, "x" },
    { "bad argument #2|(number expected, got string)", string.rep, "x", "y" },
    { "bad argument #2|(number has no integer representation)", string.rep, "x", 1.5 },
    { "bad argument #1|(value out of range)", string.char, 256 },
    { "bad argument #2|(value out of range)", string.char, 1, -1 },
    { "bad argument #1|(table expected, got nil)", table.insert, nil, 1 },
    { "wrong number of arguments to 'insert'", function() table.insert({}, 1, 2, 3) end },
    { "bad argument #2|(position out of bounds)", table.insert, {}, 5, 1 },
    { "invalid value (|at index 1", table.concat, { {} } },
    { "bad argument #1", function() ipairs() end },
    { "bad argument #1|(string expected, got number)", tonumber, 10, 10 },
    { "bad argument #2|(base out of range)", tonumber, "10", 99 },
    { "bad argument #1|(index out of range)", select, 0 },
    { "bad argument #1|(number expected, got string)", math.floor, "x" },
    { "bad argument #1|(string expected, got nil)", utf8.codepoint, nil },
    { "bad argument #1|(table expected, got number)", setmetatable, 1, {} },
    { "bad argument #2|(nil or table expected", setmetatable, {}, 1 },
    { "bad argument #2|(number expected, got string)", string.format, "%d", "x" },
    { "bad argument #3|no value", function() return string.format("%s %s", 1) end },
    { "invalid conversion '%y' to 'format'", string.format, "%y", 1 },
    { "malformed pattern (ends with '%')", string.find, "x", "%" },
    { "malformed pattern (missing ']')", string.find, "x", "[a" },
    { "unfinished capture", string.find, "x", "(x" },
    { "invalid pattern capture", string.match, "x", "x)" },
    { "invalid capture index %2", string.gsub, "x", "x", "%2" },
    { "invalid use of '%' in replacement string", string.gsub, "x", "x", "%y" },
  }
  for _, each in ipairs(calls) do
    for _ = 1, 5 do says(each[1], table.unpack(each, 2, 5)) end
  end

  -- assert.
  for count = 1, 20 do
    local values = {}
    for i = 1, count do values[i] = i end
    local back = table.pack(assert(table.unpack(values, 1, count)))
    check(back.n == count and back[count] == count, "assert returns all of its arguments")
  end
  check(message(assert, false) == "assertion failed!", "assert has a message of its own")
  check(message(assert, nil, "mine") == "mine", "or the one that it is given")
  check(select(2, pcall(assert, false, object)) == object, "which may be any value")
  says("bad argument #1|(value expected)", assert)

  -- xpcall: the handler sees the error, and its result arrives.
  for n = 1, 30 do
    local done, problem, more = xpcall(function(x) error({ x }) end, function(e) return e[1] + 1, "lost" end, n)
    check(not done and problem == n + 1 and more == nil, "the first result of the handler arrives")
    local back = table.pack(xpcall(function(...) return ... end, tostring, n, nil, n))
    check(back.n == 4 and back[1] and back[2] == n and back[3] == nil and back[4] == n, "results without an error pass the handler")
  end
  local inside
  xpcall(function() local x = nil; return x.y end, function(e) inside = e return debug.traceback(e) end)
  check(inside:find("index a nil value (local 'x')", 1, true), "the handler gets the message")
  local trace = select(2, xpcall(function() error("traced") end, debug.traceback))
  check(trace:find("traced", 1, true) and trace:find("stack traceback:", 1, true), "a traceback names itself")

  -- After an error the tables have the state that they had at the error, and later calls run.
  for n = 1, 50 do
    local list = {}
    local done = pcall(function() for i = 1, n do list[i] = i end error("stop") end)
    check(not done and #list == n, "writes before an error stay")
    check(pcall(function() list[n + 1] = true end) and #list == n + 1, "and the table can be written again")
  end
  local function overflow() return 1 + overflow() end
  for _ = 1, 3 do says("stack overflow", overflow) end
  check(not pcall(string.rep, "x", -1 >> 1), "a text of all memory is refused")

  -- tostring and __tostring in messages.
  local named = setmetatable({}, { __tostring = function() return "named" end })
  check(tostring(named) == "named" and message(error, named) == "named", "an error object has its text")
  says("'__tostring' must return a string", tostring, setmetatable({}, { __tostring = function() return {} end }))

  -- Syntax, where load is allowed.
  if phase == "load" or phase == "effect" then
    for _, each in ipairs {
      { "x = ", "unexpected symbol near <eof>" }, { "x = }", "unexpected symbol near '}'" }, { "if x then", "'end' expected near <eof>" },
      { "for i = 1 do end", "',' expected near 'do'" }, { "return 1 2", "<eof> expected near '2'" }, { "x = 'a", "unfinished string near " },
      { "x = [[a", "unfinished long string" }, { "--[[ a", "unfinished long comment" }, { "x = 1e", "malformed number near '1e'" },
      { "x = 0xg", "malformed number near '0xg'" }, { "x = '\\q'", "invalid escape sequence |\\q" }, { "x = '\\300'", "decimal escape too large near" },
      { "x = '\\u{110000000}'", "UTF-8 value too large" }, { "x = '\\xZ'", "hexadecimal digit expected" }, { "f() = 1", "syntax error near '='" },
      { "local function end", "<name> expected near 'end'" }, { "a.b:c = 1", "function arguments expected near '='" }, { "(a) = 1 +", "near" },
      { "return ...; x", "<eof> expected near 'x'" }, { "function f(a, ..., b) end", "')' expected near ','" }, { "local 1 = 2", "<name> expected near '1'" },
      { "x = @", "unexpected symbol near '@'" }, { "x = 3 y = ~", "unexpected symbol near <eof>" }, { "return function() return ... end", "cannot use '...' outside a vararg function near '...'" },
    } do
      for indent = 0, 9 do
        local f, problem = load(("\n"):rep(indent) .. each[1], "=chunk")
        for part in each[2]:gmatch("[^|]+") do check(f == nil and problem:find(part, 1, true), each[2] .. " is in: " .. tostring(problem)) end
        check(problem and problem:match("^chunk:(%d+):") == tostring(indent + 1), "the message has the line")
      end
    end
  end
end
