-- The results of standard functions, one line for each case. Stock Lua 5.4 and the sandbox must print the same lines,
-- except for those listed in differential_test.c. `lua5.4 differential.lua` prints the lines; in the sandbox the chunk
-- returns the function.
local lines, phase

-- MARK: showing results

local function shown(value, depth)
  local kind = math.type(value) or type(value)
  if kind == "float" then return value ~= value and "nan" or string.format("float %.17g", value) end
  if kind == "integer" then return string.format("%d", value) end
  if kind == "string" then return (string.format("%q", value):gsub("\\\n", "\\n"):gsub("0x%x%x%x%x%x+", "0x")) end
  if kind ~= "table" then return kind == "boolean" and tostring(value) or kind end
  if depth > 3 then return "{…}" end
  local keys, parts = {}, {}
  for key in pairs(value) do keys[#keys + 1] = { shown(key, depth + 1), key } end
  table.sort(keys, function(a, b) return a[1] < b[1] end)
  for i, key in ipairs(keys) do parts[i] = key[1] .. "=" .. shown(value[key[2]], depth + 1) end
  return "{" .. table.concat(parts, " ") .. "}"
end

-- Removes positions and addresses, which differ and are not compared.
local function plain(message)
  return (message:gsub("^[^\n:]-:%d+: ", "@ "):gsub('%[string "[^\n]-"%]:(%d+)', "chunk:%1"))
end

local function result(ok, ...)
  if not ok then
    local problem = ...
    return "error " .. (type(problem) == "string" and shown(plain(problem), 1) or shown(problem, 1))
  end
  local parts = {}
  for i = 1, select("#", ...) do parts[i] = shown((select(i, ...)), 1) end
  return #parts > 0 and table.concat(parts, ", ") or "nothing"
end

local function case(name, f, ...) lines[#lines + 1] = name .. " → " .. result(pcall(f, ...)) end

-- Calls a function with each combination of arguments. Each argument is a list of candidates; `nothing` omits the
-- argument.
local nothing = {}
local function combine(name, f, ...)
  local candidates, chosen = { ... }, {}
  local function choose(at)
    if at > #candidates then
      local count, names = 0, {}
      for i = 1, #candidates do
        if chosen[i] == nothing then break end
        count = i
        names[i] = shown(chosen[i], 1)
      end
      return case(name .. "(" .. table.concat(names, ", ") .. ")", f, table.unpack(chosen, 1, count))
    end
    for i = 1, candidates[at].n or #candidates[at] do
      chosen[at] = candidates[at][i]
      if not (chosen[at] ~= nothing and chosen[at - 1] == nothing) then choose(at + 1) end
    end
  end
  choose(1)
end

-- MARK: cases

local families = {}

function families.operators()
  local values = { 0, 1, -1, 7, -3, 2.5, -0.5, 3.0, math.maxinteger, math.mininteger, math.huge, "10", "0x10", "abc", n = 17 }
  values[15], values[16], values[17] = true, nil, {}
  local operators = {
    ["+"] = function(a, b) return a + b end, ["-"] = function(a, b) return a - b end, ["*"] = function(a, b) return a * b end,
    ["/"] = function(a, b) return a / b end, ["//"] = function(a, b) return a // b end, ["%"] = function(a, b) return a % b end,
    ["^"] = function(a, b) return a ^ b end, ["&"] = function(a, b) return a & b end, ["|"] = function(a, b) return a | b end,
    ["~"] = function(a, b) return a ~ b end, ["<<"] = function(a, b) return a << b end, [">>"] = function(a, b) return a >> b end,
    [".."] = function(a, b) return a .. b end, ["<"] = function(a, b) return a < b end, ["<="] = function(a, b) return a <= b end,
    ["=="] = function(a, b) return a == b end,
  }
  local names = {}
  for name in pairs(operators) do names[#names + 1] = name end
  table.sort(names)
  for _, name in ipairs(names) do combine(name, operators[name], values, values) end
  combine("-", function(a) return -a end, values)
  combine("~", function(a) return ~a end, values)
  combine("#", function(a) return #a end, values)
end

local texts = { "", "a", "hello world", "h\0llo", "äöü€", "  12,34 ; x=(a(b)c) ", "\xff\xfe" }
local positions = { nothing, 1, 0, -1, 3, -4, 100, -100, math.maxinteger, math.mininteger, "2", 2.0, 1.5, {} }

function families.string_parts()
  for _, name in ipairs { "sub", "byte" } do combine(name, string[name], texts, positions, { nothing, 1, -1, 0, 4, -100, 1.5 }) end
  for _, name in ipairs { "upper", "lower", "reverse", "len" } do combine(name, string[name], { texts[1], texts[3], texts[4], texts[5], 12, 1.5 }) end
  combine("rep", string.rep, { "", "ab", 7 }, { nothing, 0, 1, 3, -1, 2.0, "2", 1.5 }, { nothing, "", ",", 0 })
  combine("char", string.char, { nothing, 0, 65, 255, 256, -1, "66", 1.5 }, { nothing, 0, 97 })
end

local patterns = {
  "", "l", "l+", "l*", "l-", "(l)(l)", "()l()", "^h", "o$", "[a-f]+", "[^a-z]", "%a+", "%d+", "%s*", "%w-%s", "%b()", "%f[%w]%w+", "(h)(.-)%2",
  ".-", "(.)(.)", "[%a_][%w_]*", "%", "[", "(", ")", "%b", "%f", "[]]", "[^]]", "[%]]", "[a-", "x?", "\0", "%z", "(()", "%1", "ä", "[€]", "%g+", "%x%x", "%p", "%u", "%c",
}
function families.string_patterns()
  local subjects = { texts[1], texts[3], texts[4], texts[5], texts[6] }
  combine("find", string.find, subjects, patterns, { nothing, 3, -2, 100 }, { nothing, true })
  combine("match", string.match, subjects, patterns, { nothing, 2, -3 })
  for _, subject in ipairs(subjects) do
    for _, pattern in ipairs(patterns) do
      case("gmatch " .. shown(subject, 1) .. " " .. shown(pattern, 1), function()
        local all = {}
        for a, b in subject:gmatch(pattern) do all[#all + 1] = { a, b } end
        return all
      end)
    end
  end
  combine("gsub", string.gsub, { texts[3], texts[6] }, patterns,
    { "-", "<%0>", "%1", "%2", "%", "%%", { l = "L", h = false, o = 1 }, function(a) return a and a ~= "l" and "[" .. a .. "]" end, true }, { nothing, 0, 2 })
end

function families.format()
  local values = { nothing, 0, 1, -1, 42, 255, 3.0, 2.5, -0.1, 1e100, math.huge, -math.huge, math.maxinteger, "10", "text", "a\nb\0c\"\\\r", true, {}, n = 19 }
  values[19] = "0x1p4"
  local bytes = {}
  for byte = 0, 255 do bytes[#bytes + 1] = string.char(byte, 48, byte, 97, byte) end
  values[20], values.n = table.concat(bytes), 20
  combine("format", string.format, {
    "%d", "%5d|", "%-5d|", "%05d", "%+d", "% d", "%.3d", "%i", "%u", "%c", "%x", "%X", "%#x", "%o", "%e", "%.2e", "%f", "%.1f", "%10.3f|", "%g", "%G", "%.3g", "%a",
    "%q", "%s", "%10s|", "%-10s|", "%.2s", "%5.1s|", "%%", "%y", "%", "%10q", "%123d", "%.123f", "%5", "%s %s", "%p",
  }, values)
end

function families.numbers()
  local numerals = {
    "", " ", "0", "10", " 10 ", "-10", "+10", "1e1", "1E+2", ".5", "5.", ".", "0x", "0xA", "0x.8", "0x1p4", "-0xff", "1e", "0x1P-2", "1_0", "1 0", "nan", "inf", "0b1", "z", "Zz",
    "9223372036854775807", "9223372036854775808", "0xffffffffffffffff", "0x1ffffffffffffffff", "1e308", "1e309", "1\0", "10\n", "٣", 12, 1.5,
  }
  combine("tonumber", tonumber, numerals, { nothing, 2, 8, 10, 16, 36, 1, 37, 10.0, 1.5 })
  combine("tostring", tostring, { 0, -0.0, 1e15, 1e16, 1e100, 0.1, 1 / 3, 123456789012345, 2^53, 2^63, -math.huge, math.mininteger, "x", true })
  local values = { nothing, 0, 1, -1, 2.5, -2.5, 3.0, 1e300, math.huge, -math.huge, math.maxinteger, math.mininteger, "7", "x", 2^53 }
  for _, name in ipairs { "abs", "ceil", "floor", "sqrt", "exp", "tointeger", "type", "modf", "rad", "deg" } do combine(name, math[name], values) end
  for _, name in ipairs { "fmod", "max", "min", "ult", "log" } do
    combine(name, math[name], { nothing, 0, 1, -1, 7, -7, 2.5, math.huge, math.mininteger, "7" }, { nothing, 0, 1, -1, 3, -3, 0.5, math.maxinteger, "x" })
  end
  for _, f in ipairs { "sin", "cos", "tan", "asin", "acos", "atan" } do combine(f, function(x) return string.format("%.12g", math[f](x)) end, { 0, 0.5, 1, -1 }) end
  for from = -2, 2 do
    for _, step in ipairs { 1, -1, 2, 0, 0.5 } do
      case("for " .. from .. " step " .. step, function() local all = {} for i = from, 2, step do all[#all + 1] = i end return all end)
    end
  end
  case("for with a text", function() for _ = "1", 2 do return "ran" end end)
  case("for at the end of integers", function() local n = 0 for _ = math.maxinteger - 1, math.maxinteger do n = n + 1 end return n end)
end

function families.tables()
  local function list() return { 10, 20, 30 } end
  local spots = { nothing, 0, 1, 2, 3, 4, 5, -1, "2", 1.5, {} }
  combine("insert", function(...) local t = list() table.insert(t, ...) return t end, spots, { nothing, "x", false }, { nothing, 1 })
  combine("remove", function(...) local t = list() return table.remove(t, ...), t end, spots)
  combine("remove of nothing", function(...) local t = {} return table.remove(t, ...), t end, spots)
  combine("concat", function(...) return table.concat({ 1, "b", 2.5 }, ...) end, { nothing, "", ", ", 0, {} }, { nothing, 1, 2, 3, 4, 0 }, { nothing, 0, 2, 3, 4 })
  combine("unpack", function(...) return table.unpack(list(), ...) end, spots, spots)
  combine("move", function(...) return table.move(list(), ...) end, { 1, 2, 0, 4 }, { 0, 1, 3, 4 }, { 1, 2, 3, 0, 5 }, { nothing, { "x", "y" } })
  combine("select", select, { 1, 2, 3, -1, -2, 0, "#", "2", 5, -5, 1.5, "x" }, { nothing, "a" }, { nothing, "b" })
  case("pack", function() return table.pack(nil, 2, nil), table.pack() end)
  for seed = 1, 40 do
    case("sort " .. seed, function()
      local t, x = {}, seed
      for i = 1, seed do
        x = (x * 7919 + 13) % 101
        t[i] = seed % 3 == 0 and "k" .. x or x
      end
      if seed % 4 == 0 then table.sort(t, function(a, b) return a > b end) else table.sort(t) end
      return table.concat(t, " ")
    end)
  end
  case("sort of what has no order", function() table.sort { 1, "x", 2 } end)
  case("sort by nothing", function() table.sort({ 2, 1 }, 1) end)
  case("rawequal", function() local t = {} return rawequal(t, t), rawequal(t, {}), rawequal("a", "a"), rawlen { 1, 2 }, rawlen "abc" end)
  combine("rawlen", rawlen, { 1, "x", {}, true })
  combine("rawget", rawget, { 1, { 5 }, "x" }, { nothing, 1 })
  case("lengths", function() return #{}, #{ 1, 2, 3, n = 1 }, #{ nil }, #"abc" end)
end

function families.utf8()
  local strings = { "", "a", "äöü€", "a€b", "\u{10FFFF}", "\u{7FFFFFFF}", "\xff", "ä\x80", "\xC3", "\xED\xA0\x80" }
  local spots = { nothing, 1, 2, 3, 4, -1, 0, 100 }
  combine("utf8.len", utf8.len, strings, spots, { nothing, -1, 1, 3 }, { nothing, true })
  combine("utf8.codepoint", utf8.codepoint, strings, spots, { nothing, -1, 2 }, { nothing, true })
  combine("utf8.offset", utf8.offset, strings, { 0, 1, 2, -1, -2, 5 }, { nothing, 1, 2, 3 })
  combine("utf8.char", utf8.char, { nothing, 0, 65, 228, 0x20AC, 0x10FFFF, 0x7FFFFFFF, -1, 1 << 31, "65" }, { nothing, 66 })
  for _, s in ipairs(strings) do
    for _, lax in ipairs { false, true } do
      case("utf8.codes " .. shown(s, 1) .. tostring(lax), function() local all = {} for p, c in utf8.codes(s, lax) do all[#all + 1] = { p, c } end return all end)
    end
  end
  case("charpattern", function() return utf8.charpattern end)
end

function families.coroutines()
  local create, resume, yield, status, wrap, close = coroutine.create, coroutine.resume, coroutine.yield, coroutine.status, coroutine.wrap, coroutine.close
  for count = 0, 6 do
    case("values through " .. count, function()
      local co, all = create(function(...) local n = select("#", ...) for i = 1, count do n = n + select("#", yield(i, n)) end return "end", n end), {}
      for i = 1, count + 2 do all[i] = { resume(co, i, i) } end
      return all, status(co)
    end)
    case("wrap " .. count, function()
      local f, all = wrap(function() for i = 1, count do yield(i) end error({ count }) end), {}
      for i = 1, count do all[i] = f() end
      return all, pcall(f)
    end)
    case("wrap past its end " .. count, function() local f = wrap(function() for i = 1, count do yield(i) end end) for _ = 0, count do f() end f() end)
    case("close after " .. count, function()
      local log = {}
      local co = create(function() local _ <close> = setmetatable({}, { __close = function(_, e) log[#log + 1] = tostring(e) end }) for i = 1, count do yield(i) end end)
      for _ = 1, count do resume(co) end
      return log, close(co), status(co), log
    end)
    case("nested " .. count, function()
      local function nest(n) return wrap(function() yield(n) if n > 0 then for x in nest(n - 1) do yield(x) end end end) end
      local all = {}
      for x in nest(count) do all[#all + 1] = x end
      return all
    end)
  end
  case("resume itself", function() local co co = create(function() return resume(co) end) return resume(co) end)
  case("resume of none", function() return resume(1) end)
  case("create of none", function() return create(1) end)
  case("wrap of none", function() return wrap {} end)
  case("status of none", function() return status {} end)
  case("status", function() local outer local co = create(function() return status(outer) end) outer = create(function() return resume(co) end) return resume(outer) end)
  case("isyieldable", function() return resume(create(function() return coroutine.isyieldable() end)) end)
  case("running", function() local co co = create(function() local c, main = coroutine.running() return c == co, main end) return resume(co) end)
  case("error in one", function() local co = create(function() error("x", 0) end) return resume(co), status(co), resume(co) end)
  case("yield inside pcall", function() local co = create(function() return pcall(function() yield(1) error("e", 0) end) end) return { resume(co) }, { resume(co) } end)
  case("yield inside a metamethod", function() local t = setmetatable({}, { __index = function(_, k) return yield(k) end }) local co = create(function() return t.key end) return { resume(co) }, { resume(co, 5) } end)
  case("yield inside an iterator", function() local co = create(function() for i in function(_, i) return yield(i) end do return i end end) return { resume(co) }, { resume(co, 7) } end)
  case("close that fails", function() local co = create(function() local _ <close> = setmetatable({}, { __close = function() error("c", 0) end }) yield() end) resume(co) return close(co) end)
  case("close of a running one", function() return close(coroutine.running()) end)
end

function families.walks()
  local tables = { {}, { 1 }, { 1, 2, 3 }, { a = 1 }, { 1, nil, 3 }, { [0] = 0, [1] = 1, x = 2, [2.5] = 3, [true] = 4 } }
  for i, t in ipairs(tables) do
    case("pairs " .. i, function() local all = {} for k, v in pairs(t) do all[#all + 1] = shown(k, 1) .. "=" .. shown(v, 1) end table.sort(all) return all end)
    case("next " .. i, function() local n = 0 for k, v in next, t do assert(rawequal(t[k], v)) n = n + 1 end return n end)
    case("ipairs " .. i, function() local all = {} for k, v in ipairs(t) do all[k] = v end return all end)
    case("clearing " .. i, function() local copy, n = {}, 0 for k, v in pairs(t) do copy[k] = v end for k in next, copy do copy[k] = nil n = n + 1 end return n, next(copy) end)
    case("changing " .. i, function() local copy = {} for k, v in pairs(t) do copy[k] = v end for k, v in pairs(copy) do copy[k] = v * 2 end return copy end)
  end
  combine("next", function(...) return select("#", next(...)) end, { nothing, 1, {}, "x" }, { nothing, "absent", 1 })
  combine("pairs", function(...) return select("#", pairs(...)) end, { nothing, 1, "x", {} })
  combine("ipairs", function(...) return select("#", ipairs(...)) end, { nothing, 1, "x", {} })
  case("__pairs", function() local all = {} for k, v in pairs(setmetatable({}, { __pairs = function() return function(_, k) if not k then return 1, "one" end end, nil, nil end })) do all[k] = v end return all end)
  case("ipairs by __index", function() local all = {} for k, v in ipairs(setmetatable({}, { __index = function(_, i) if i < 4 then return i * i end end })) do all[k] = v end return all end)
end

function families.metatables()
  local events = { "__add", "__sub", "__mul", "__div", "__mod", "__pow", "__idiv", "__band", "__bor", "__bxor", "__shl", "__shr", "__concat", "__eq", "__lt", "__le" }
  local operations = {
    function(a, b) return a + b end, function(a, b) return a - b end, function(a, b) return a * b end, function(a, b) return a / b end, function(a, b) return a % b end,
    function(a, b) return a ^ b end, function(a, b) return a // b end, function(a, b) return a & b end, function(a, b) return a | b end, function(a, b) return a ~ b end,
    function(a, b) return a << b end, function(a, b) return a >> b end, function(a, b) return a .. b end, function(a, b) return a == b end, function(a, b) return a < b end, function(a, b) return a <= b end,
  }
  for i, event in ipairs(events) do
    for j, operation in ipairs(operations) do
      case(event .. " " .. j, function()
        local t = setmetatable({}, { [event] = function(a, b) return type(a) .. type(b) end })
        return { operation(t, setmetatable({}, {})) }, { pcall(operation, t, 1) }, { pcall(operation, "x", t) }
      end)
    end
  end
  case("__index", function() local t = setmetatable({ a = 1 }, { __index = { b = 2 } }) return t.a, t.b, t.c, rawget(t, "b") end)
  case("__newindex", function() local log = {} local t = setmetatable({ a = 1 }, { __newindex = function(_, k, v) log[k] = v end }) t.a, t.b = 2, 3 return log, rawget(t, "a"), rawget(t, "b") end)
  case("__call", function() return setmetatable({}, { __call = function(_, ...) return select("#", ...), ... end })(1, nil, 3) end)
  case("__len", function() return #setmetatable({}, { __len = function() return "long" end }) end)
  case("__unm and __bnot", function() local t = setmetatable({}, { __unm = function() return 1 end, __bnot = function() return 2 end }) return -t, ~t end)
  case("__tostring", function() return tostring(setmetatable({}, { __tostring = function() return "shown" end })) end)
  case("__tostring of no text", function() return tostring(setmetatable({}, { __tostring = function() return 1 end })) end)
  case("__name", function() return (tostring(setmetatable({}, { __name = "Kind" })):gsub(":.*", "")) end)
  case("__metatable", function() local t = setmetatable({}, { __metatable = "locked" }) return getmetatable(t), setmetatable(t, {}) end)
  case("__close", function() local log = {} do local _ <close> = setmetatable({}, { __close = function(_, e) log[#log + 1] = e == nil end }) end return log end)
  case("a chain that is a loop", function() local t = {} setmetatable(t, { __index = t }) return t.x end)
  combine("setmetatable", setmetatable, { 1, {}, "x" }, { nothing, 1, {} })
end

function families.errors()
  local upvalue, object = nil, { field = 1 }
  case("call of a local", function() local f f() end)
  case("call of an upvalue", function() upvalue() end)
  case("call of a field", function() object.absent() end)
  case("call of a method", function() object:absent() end)
  case("call of a number", function() object.field() end)
  case("index of a local", function() local t return t.x end)
  case("index of a field", function() return object.absent.x end)
  case("index by a local", function() local k = 1 return upvalue[k] end)
  case("assignment to a field of nothing", function() object.absent.x = 1 end)
  case("key that is nil", function() local t = {} t[nil] = 1 end)
  case("key that is not a number", function() local t = {} t[0 / 0] = 1 end)
  case("arithmetic on a field", function() return object.absent + 1 end)
  case("arithmetic on a local", function() local s = "x" return s + 1 end)
  case("concatenation of a field", function() return "x" .. object.absent end)
  case("length of a local", function() local n = 1 return #n end)
  case("comparison", function() return object < object end)
  case("comparison of two kinds", function() return 1 < "2" end)
  case("bits of a float", function() return 1.5 & 1 end)
  case("bits of a text", function() return "a" | 1 end)
  case("division by zero", function() return 1 // 0 end)
  case("remainder by zero", function() return 1 % 0 end)
  case("for without a number", function() for _ = 1, {} do end end)
  case("for with a step of zero", function() for _ = 1, 2, 0 do end end)
  combine("error", error, { nothing, "x", 1, {}, true }, { nothing, 0, 1, 2 })
  combine("assert", assert, { nothing, true, false, 1 }, { nothing, "message", 5 }, { nothing, "more" })
  combine("pcall", pcall, { nothing, 1, error, type }, { nothing, "x" })
  case("xpcall", function() return xpcall(function(...) return select("#", ...) end, type, 1, nil) end)
  case("xpcall with a handler", function() return xpcall(function() error("x", 0) end, function(m) return m .. "!" end) end)
  case("xpcall with a handler that fails", function() return xpcall(function() error("x", 0) end, function(m) if m == "x" then error("y", 0) end return m end) end)
  case("xpcall without a handler", function() return xpcall(type) end)
  case("an error through several calls", function() return pcall(pcall, error, "x") end)
  case("an error that is a table", function() local t = {} local _, e = pcall(error, t) return e == t end)
  case("overflow", function() local function f() return 1 + f() end local ok, m = pcall(f) return ok, m:find("stack overflow", 1, true) ~= nil end)
  for _, name in ipairs { "string", "table", "math", "utf8", "coroutine" } do
    for _, member in ipairs { "absent" } do case("call of " .. name .. "." .. member, function() return (({ string = string, table = table, math = math, utf8 = utf8, coroutine = coroutine })[name])[member]() end) end
  end
  for _, f in ipairs { { "string.rep", string.rep }, { "string.sub", string.sub }, { "table.concat", table.concat }, { "table.insert", table.insert }, { "math.floor", math.floor }, { "tostring", tostring }, { "tonumber", tonumber }, { "ipairs", ipairs }, { "setmetatable", setmetatable }, { "select", select }, { "utf8.char", utf8.char }, { "type", type } } do
    combine(f[1], function(...) local _, m = pcall(f[2], ...) return type(m) == "string" and m end, { nothing, true, {}, next })
  end
end

function families.syntax()
  local ok = phase ~= "reducer" and phase ~= "view"
  if not ok then return end
  for _, text in ipairs {
    "return 1", "return", "", "x =", "return 1 +", "for", "if x then", "local x <const> = 1 x = 2", "goto nowhere", "::a:: ::a::", "break", "return ...", "local function f() return f end return f() == f",
    "return 0x7fffffffffffffff + 1", "return 1e400", "return '\\u{48}\\x49\\z   \\065'", "return '\\q'", "return 'open", "return [[long\ntext]]", "return [==[a]]b]==]", "--[[ comment ]] return 1", "return 3 // 2, 3 % -2, 2^3^2",
    "return not nil == true", "return 1 .. 2", "return - - 1", "return #'abc' + 1", "return 1 < 2 == true", "local a <close> = nil return a", "local a <other> = 1", "return {1, 2; 3, x = 4, [5] = 6}", "return (select('#', (...)))",
    "return ~5 & 3 | 8", "return 5 // 0.0", "return 0/0 ~= 0/0", "local t = {} function t.a.b() end", "local t = {} function t:m() return self == t end return t:m()", "return function() end", "while false do end return 'done'",
    "repeat local x = 1 until x == 1 return 'done'", "for i = 1, 3 do if i == 2 then goto next end ::next:: end return 'done'", "return 'a' < 'b', 'a' < 'B', '' < 'a'", "a.b:c = 1", "return return", "local 1", "x", "f() = 1", "return '\\400'", "return 08, 1.e1, .5e-1",
    "return 1--[==[ x ]==]", "\27Lua", "return _ENV ~= nil", "local _ENV = {} return x", "return math.type(1//1), math.type(1/1)", "#!shebang\nreturn 1",
  } do
    case("load " .. shown(text, 1), function()
      local f, message = load(text, "=chunk")
      if not f then return "refused", message end
      return result(pcall(f, "argument"))
    end)
  end
  case("load from pieces", function() local pieces, i = { "return ", "1", "+2" }, 0 return load(function() i = i + 1 return pieces[i] end)() end)
  case("load from a function that fails", function() return load(function() error("piece", 0) end) end)
  case("load from a function of numbers", function() return load(function() return {} end) end)
  case("load with an environment", function() return load("x = 5 return x", "c", "t", { x = 1 })() end)
  case("load as bytes", function() return load("return 1", "c", "b") end)
  combine("load", load, { nothing, true, {} })
end

local order = { "operators", "string_parts", "string_patterns", "format", "numbers", "tables", "utf8", "coroutines", "walks", "metatables", "errors", "syntax" }
local function run(chosen)
  lines, phase = {}, chosen
  for _, name in ipairs(order) do
    lines[#lines + 1] = "# " .. name
    families[name]()
  end
  return table.concat(lines, "\n") .. "\n"
end

if io and io.write then io.write(run(arg and arg[1] or "effect")) end
return run
