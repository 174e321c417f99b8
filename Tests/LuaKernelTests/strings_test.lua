-- Compares our string functions with the stock ones. Arguments: stock, ours, seed, rounds, report(ok, text).
local stock, ours, seed, rounds, report = ...
math.randomseed(seed)
local random = math.random

local function pick(list) return list[random(#list)] end

local function show(...)
  local parts = table.pack(...)
  for i = 1, parts.n do
    local value = parts[i]
    parts[i] = type(value) == "string" and ("%q"):format(value) or tostring(value)
  end
  return table.concat(parts, ", ")
end

local function compare(label, run, ...)
  local expected, got = show(pcall(run, stock, ...)), show(pcall(run, ours, ...))
  if expected ~= got then
    report(false, label .. " (" .. show(...) .. "): expected " .. expected .. ", got " .. got)
    return
  end
  report(true)
end

local atoms = { "a", "b", "c", ".", "%a", "%d", "%s", "%w", "%p", "%l", "%u", "%x", "%c", "%g", "%z",
  "%A", "%D",
  "%S", "%W", "%P", "%L", "%U", "%X", "%C", "%G", "%%", "%.", "%y", "-", "]", "[ab]", "[^ab]", "[a-c]",
  "[^a-c%d]",
  "[]a]", "[^]a]", "[a-]", "[-a]", "[%a_]", "[%]]", "[%-x]", "[\0-\31]", "[\128-\255]", "[a-%%]",
  "[+-%%]", "[a%-z]",
  "[^%s]", "[^^]", "[%w%p]", "\0", "\255", "é" }
local odd = { "^", "$", "%1", "%2", "%0", "%f[%w]", "%f[^%w]", "%f[a]", "%f[%z]", "%bab", "%b()", "%baa",
  "()", "%f[\0]" }
local quantifiers = { "", "", "", "*", "+", "-", "?" }
local broken = { "[", "%", "(", ")", "[^", "[]", "[^]", "%b", "%bx", "%f", "%fa", "[a", "[%", "[a-",
  "%f[a", "[%a-z]" }

local function grammar(budget, depth)
  local parts = {}
  for _ = 1, random(0, 4) do
    local dice = random(100)
    if dice <= 62 then
      local quantifier = pick(quantifiers)
      if budget.left == 0 then quantifier = "" end
      if quantifier ~= "" then budget.left = budget.left - 1 end
      parts[#parts + 1] = pick(atoms) .. quantifier
    elseif dice <= 76 and depth < 3 then
      parts[#parts + 1] = "(" .. grammar(budget, depth + 1) .. ")"
    elseif dice <= 97 then
      parts[#parts + 1] = pick(odd)
    else
      parts[#parts + 1] = pick(broken)
    end
  end
  return table.concat(parts)
end

local noise = { "%", "[", "]", "(", ")", "^", "$", "-", "*", "+", "?", ".", "a", "b", "1", "f", "\0", "z" }
local function mutate(text)
  for _ = 1, random(0, 2) do
    local at = random(0, #text)
    local kind = random(3)
    if kind == 1 then text = text:sub(1, at) .. pick(noise) .. text:sub(at + 1)
    elseif kind == 2 then text = text:sub(1, at) .. text:sub(at + 2)
    else text = text:sub(1, at) .. text:sub(random(0, #text)) end
  end
  return text
end

local function pattern()
  local text = grammar({ left = 4 }, 0)
  if random(6) == 1 then text = "^" .. text end
  if random(6) == 1 then text = text .. "$" end
  if random(4) == 1 then text = mutate(text) end
  local _, loops = text:gsub("[*+?-]", "")
  return loops <= 7 and text or text:gsub("[*+?-]", "")
end

local letters = { "a", "a", "a", "b", "b", "c", "(", ")", "1", "2", " ", "_", "]", "-", "%", "A", "\0",
  "\255", "é", "^" }
local function subject()
  local parts = {}
  for i = 1, random(0, random(4) == 1 and 24 or 10) do parts[i] = pick(letters) end
  return table.concat(parts)
end

local function init()
  local kind = random(6)
  if kind <= 2 then return nil end
  if kind == 6 then return pick { math.mininteger, math.maxinteger, 0, -1, 2 ^ 53, 1.5, "2", "x" } end
  return random(-14, 14)
end

local templates = { "", "x", "%0", "%1", "<%0%1>", "%2", "%%", "%", "%x", "a%", "%9", 7, "%1%2%0", "\0%1" }
local replacements = {
  function() return pick(templates) end,
  function() return { a = "A", b = false, c = 3, ab = "AB", [1] = "one", [2] = {} } end,
  function() return function(...) return select("#", ...) .. show(...) end end,
  function() return function(x) if x == "a" then return nil end return x == "b" and 4 or false end end,
  function() return function(x) if x == "c" then return {} end return x end end,
  function() return setmetatable({}, { __index = function(_, key) return tostring(key):upper() end }) end,
  function() return pick { true, 1.5, -3 } end,
}

local function gmatch(lib, s, p, i)
  local found = {}
  for a, b, c in lib.gmatch(s, p, i) do found[#found + 1] = show(a, b, c) end
  return #found, table.concat(found, ";")
end

for round = 1, rounds do
  local p, s = pattern(), subject()
  local name = pick { "find", "find", "match", "match", "gmatch", "gsub", "gsub", "plain" }
  if name == "gmatch" then
    compare("gmatch", gmatch, s, p, init())
  elseif name == "gsub" then
    local limit
    if random(3) == 1 then limit = random(-1, 4) end
    compare("gsub", function(lib, ...) return lib.gsub(...) end, s, p, pick(replacements)(), limit)
  elseif name == "plain" then
    local from = random(#s + 1)
    local needle = random(3) == 1 and p or s:sub(from, from + random(0, 3))
    compare("plain find", function(lib, ...) return lib.find(...) end, s, needle, init(), true)
  else
    compare(name, function(lib, ...) return lib[name](...) end, s, p, init())
  end
end

-- Patterns longer than the inline rows, with more captures than Lua allows, and at the depth limit.
for _ = 1, rounds // 20 do
  local parts = {}
  local wrapped = random(2) == 1
  for i = 1, random(20, 90) do
    local atom = pick { "a", "[ab]", "%a", ".", "[^c]", "%w", "()", "[%a%d]" }
    parts[i] = wrapped and random(4) == 1 and "(" .. atom .. ")" or atom
  end
  if random(2) == 1 then parts[#parts + 1] = pick { "$", "%", "[", "b*", "%1", "(", ")", "%b" } end
  local p, s = table.concat(parts), ("ab"):rep(random(10, 60))
  compare("long find", function(lib) return lib.find(s, p) end)
  compare("long gsub", function(lib) return lib.gsub(s, p, "<%0>") end)
  compare("long gmatch", gmatch, s, p)
end
for count = 190, 202 do
  for _, item in ipairs { "a?", "a*", "a-", "b?", "b*", "b-", "a?b*" } do
    local p, s = item:rep(count), ("a"):rep(250)
    compare("deep " .. item .. " " .. count, function(lib) return lib.match(s, p) end)
    compare("deep () " .. count, function(lib) return lib.find(s, "()" .. p .. "(b?)") end)
  end
end
for count = 96, 102 do
  compare("deep a+b+ " .. count, function(lib) return lib.match(("ab"):rep(120), ("a+b+"):rep(count)) end)
end
for count = 30, 34 do
  compare("captures", function(lib) return lib.match(("a"):rep(40), ("(a)"):rep(count)) end)
  compare("nested captures", function(lib)
    return lib.match("aa", ("("):rep(count) .. "a" .. (")"):rep(count))
  end)
end

-- Plain finds across block borders.
for _ = 1, rounds // 400 do
  local unit = pick { "a", "ab", "aab", "xyz" }
  local hay = unit:rep(random(1, 120000)) .. pick { "", "c", "ba" } .. unit:rep(random(0, 40000))
  local needle = unit:rep(pick { 1, 50, 70000 }) .. pick { "c", "b", "" } .. pick { "", unit }
  local from = random(1, #hay)
  local a, b = table.pack(stock.find(hay, needle, from, true)), table.pack(ours.find(hay, needle, from, true))
  report(a[1] == b[1] and a[2] == b[2],
    "plain find over blocks: " .. unit .. " " .. #hay .. " " .. #needle .. " " .. from)
end

for _ = 1, rounds // 50 do
  local s, separator = subject(), pick { "", ",", "--", subject() }
  compare("rep", function(lib, ...) return lib.rep(...) end, s, random(-2, 40), separator)
end
for _, count in ipairs { 1 << 31, (1 << 31) - 1, math.maxinteger, math.mininteger, 0 } do
  compare("rep", function(lib, ...) return lib.rep(...) end, count > 0 and "xy" or "x", count, "z")
end
for _, size in ipairs { 65535, 65536, 65537, 300000 } do
  report(stock.rep("abc", size, ",") == ours.rep("abc", size, ","), "rep of many blocks")
end

local values = { 1, 2.5, "text", true, {}, print, "a\0b\n\"", math.mininteger, 1 / 0 }
for _ = 1, rounds // 10 do
  local spec = "<%" .. pick { "", "5", "-8", ".3", "010", "+", "#", " ", "1.2", "123" }
    .. pick { "d", "s", "q", "x", "g", "f", "i", "c", "%", "a", "y", "" } .. ">%s"
  compare("format", function(lib, ...) return lib.format(...) end, spec, pick(values), pick(values))
end
