-- Finds what can be broken in a source file, and writes each break beside the original behind a switch.
--
-- A site is a piece of code: { from, to, changes }. Both versions of it must have the same type, so sites are
-- conditions, operators and numbers that are returned or assigned, statements that are one call, and the bodies of
-- functions without a result, which return at once. Patterns read the code; what they cannot read is no site.
local mask = require "mask"

local function swaps(...)
  local both = {}
  for _, each in ipairs { ... } do both[each[1]], both[each[2]] = each[2], each[1] end
  return both
end

local languages = {
  swift = {
    swaps = swaps({ "==", "!=" }, { "===", "!==" }, { "<", "<=" }, { ">", ">=" }, { "&&", "||" }),
    always = "true", never = "false", negated = "!(%s)",
    choose = function(number, broken, own) return ("udfMutant(%d) ? (%s) : (%s)"):format(number, broken, own) end,
    unless = function(number, own) return ("if !udfMutant(%d) { %s }"):format(number, own) end,
    leave = function(number) return ("{ if udfMutant(%d) { return };"):format(number) end,
  },
  c = {
    swaps = swaps({ "==", "!=" }, { "<", "<=" }, { ">", ">=" }, { "&&", "||" }),
    always = "1", never = "0", negated = "!(%s)",
    -- A condition may be a pointer where its break is a number.
    choose = function(number, broken, own, isCondition)
      local format = isCondition and "udfMutant(%d) ? !!(%s) : !!(%s)" or "udfMutant(%d) ? (%s) : (%s)"
      return format:format(number, broken, own)
    end,
    unless = function(number, own) return ("{ if (!udfMutant(%d)) %s }"):format(number, own) end,
    leave = function(number) return ("{ if (udfMutant(%d)) return;"):format(number) end,
  },
  lua = {
    swaps = swaps({ "==", "~=" }, { "<", "<=" }, { ">", ">=" }, { "and", "or" }),
    always = "true", never = "false", negated = "not (%s)",
    choose = function(number, broken, own)
      return ("(udfMutant == %d and (%s) or udfMutant ~= %d and (%s))"):format(number, broken, number, own)
    end,
    unless = function(number, own) return ("if udfMutant ~= %d then %s end"):format(number, own) end,
  },
}

-- What looks like a call and is none, or cannot be left out: what never returns, what initialises, what only checks.
-- Nor is `reserveCapacity` left out: only the time that it saves shows it.
local keptCalls = {}
for word in ([[if while for switch return sizeof function init subscript super.init self.init fatalError
  preconditionFailure precondition assert exit abort throws]]):gmatch("%S+") do keptCalls[word] = true end

-- The first place, outside of the brackets that open after `from`, where the pattern matches; nil if one closes before.
local function find(code, from, pattern)
  local depth = 0
  for at = from, #code do
    if depth == 0 and code:find(pattern, at) then return at end
    local character = code:sub(at, at)
    if character:find("[%(%[{]") then depth = depth + 1 elseif character:find("[%)%]}]") then depth = depth - 1 end
    if depth < 0 then return nil end
  end
end

local function joined(text) return (text:gsub("%s*\n%s*", " ")) end

local function hasWord(code, ...)
  for _, word in ipairs { ... } do
    if code:find("%f[%w_]" .. word .. "%f[^%w_]") then return true end
  end
  return false
end

-- What one token of the code between two places may become: an operator, the sign before a number, a number.
local function tokenChanges(language, text, code, from, to)
  local changes, part = {}, code:sub(from, to)
  local function add(first, last, new)
    local old = part:sub(first, last)
    local broken = text:sub(from, from + first - 2) .. new .. text:sub(from + last, to)
    changes[#changes + 1] = { name = old .. " to " .. new, at = from + first - 1, text = joined(broken) }
  end
  for first, operator, stop in part:gmatch("%s()(%S+)()%s") do
    if language.swaps[operator] then add(first, stop - 1, language.swaps[operator]) end
  end
  for first, sign in part:gmatch("%s()([+-])%s%d+%f[^%w_.]") do add(first, first, sign == "+" and "-" or "+") end
  for first, number, stop in part:gmatch("%f[%w_.$#]()(%d+)()%f[^%w_.]") do
    add(first, stop - 1, ("%d"):format(math.tointeger(number) + 1))
  end
  return changes
end

-- The site of a whole condition; nil where it binds names or cannot stand in parentheses.
local function condition(language, text, code, from, to, isLoop)
  while code:find("^%s", from) do from = from + 1 end
  while code:find("^%s", to) do to = to - 1 end
  local own, words = text:sub(from, to), code:sub(from, to)
  if own == "" or words:find("^#") then return nil end
  if hasWord(words, "let", "var", "case", "try", "await", "where") then return nil end
  if words == language.always or own:find("\n.*//") or own:find('"""', 1, true) then return nil end
  local changes = tokenChanges(language, text, code, from, to)
  local function add(name, broken) changes[#changes + 1] = { name = name, at = from, text = broken } end
  -- Only a clock finds a loop that never ends, which takes long.
  if not isLoop then
    add("negated", language.negated:format(joined(own)))
    add("always true", language.always)
  end
  add("always false", language.never)
  return { from = from, to = to, changes = changes, isCondition = true }
end

local conditions = {}

-- Those of if, while, guard, for-where and case-where at the beginning of a line, each of the clauses between commas,
-- and a body of one line that gives a Bool.
function conditions.swift(language, text, code, add)
  local ends = {
    ["if"] = "^%s{", ["} else if"] = "^%s{", ["while"] = "^%s{", ["for%s[^\n]-%swhere"] = "^%s{",
    ["guard"] = "^%selse%s", ["case%s[^\n]-%swhere"] = "^:%s",
  }
  for keyword, ending in pairs(ends) do
    for from in code:gmatch("\n *" .. keyword .. "%s()") do
      local stop = find(code, from, ending)
      if stop and select(2, code:sub(from, stop):gsub("\n", "")) < 6 then
        while from < stop do
          local comma = find(code, from, "^,") or stop
          add(condition(language, text, code, from, math.min(comma, stop) - 1, keyword == "while"))
          from = comma + 1
        end
      end
    end
  end
  for from, to in code:gmatch("%f[%w]Bool { ()[^{};\n]+() }") do
    if not hasWord(code:sub(from, to), "return", "get", "didSet") then
      add(condition(language, text, code, from, to - 1))
    end
  end
end

function conditions.c(language, text, code, add)
  for word, from in code:gmatch("%f[%w](%l+) %(()") do
    local stop = (word == "if" or word == "while") and find(code, from, "^%)")
    if stop then add(condition(language, text, code, from, stop - 1, word == "while")) end
  end
end

function conditions.lua(language, text, code, add)
  for word, ending in pairs { ["if"] = "then", ["elseif"] = "then", ["while"] = "do" } do
    for from, to in code:gmatch("%f[%w]" .. word .. "%f[%W]()[^\n]-()%s" .. ending .. "%f[%W]") do
      add(condition(language, text, code, from, to - 1, word == "while"))
    end
  end
end

-- Whether a line is a whole statement: neither the line before nor the next one continues it.
local function isWhole(kind, before, line, after)
  if before:find("[=,%(%[%+%*/<>~&|?%.-]%s*$") or kind == "swift" and before:find(":%s*$") then return false end
  if hasWord(before:match("%S*%s*$"), "and", "or", "not", "return", "in") then return false end
  -- The only expression of a block may be its value.
  if kind == "swift" and before:find("{%s*$") and after:find("^%s*}") then return false end
  return not line:find("[{,%(]%s*$") and not after:find("^%s*[%.?:&|%+=*/<>-]")
    and not hasWord(after:match("^%s*%S*"), "and", "or")
end

-- A missing call of Lua's own API leaves its stack wrong, which everything sees.
local function isStackCall(kind, name) return kind == "c" and name:find("^luaL?_") ~= nil end

-- Outside of functions C takes constants only, and so do the cases of a Swift enum.
local function isAssignment(kind, line, own)
  return own:find("^[%w_%.:*%->%[%]?!<>, ]- = ") and not hasWord(own, "case", "typealias", "function", "static")
    and not own:find("[{;]") and (kind ~= "c" or line:find("^ "))
end

local function statements(kind, language, text, code, add)
  local start, before = 1, "{"
  for line, stop in code:gmatch("([^\n]*)()\n?") do
    local body = line:match("^%s*(.-)%s*$")
    local from = start + #line:match("^%s*")
    local last = from + #body - 1
    if body ~= "" and isWhole(kind, before, line, code:match("^[^\n]*", stop + 1) or "") then
      local own = kind == "c" and body:gsub(";$", "") or body
      local name = own:gsub("^try[?!]? ", ""):gsub("^await ", ""):match("^([%w_%.:?!]*[%w_?!])%(")
      local value = own:match("^return ()") or isAssignment(kind, line, own) and own:match("= ()")
      if name and not keptCalls[name] and not isStackCall(kind, name) and not name:find("reserveCapacity$")
        and find(code, from + own:find("(", 1, true), "^%)") == from + #own - 1 then
        add { from = from, to = last, isCall = true, changes = { { name = "without the call", at = from, text = "" } } }
      elseif value and not own:find('[{,(]$') and not own:find('"""$')
        and not hasWord(own, "try", "await", "switch", "if", "function")
        and not find(code:sub(1, from + #own - 1), from + value - 1, "^,") then
        local first = from + value - 1
        add { from = first, to = from + #own - 1, changes = tokenChanges(language, text, code, first, from + #own - 1) }
      end
    end
    if body ~= "" then before = line end
    start = stop + 1
  end
end

-- The opening braces of functions without a result.
local bodies = {}

function bodies.swift(code, add)
  for from in code:gmatch("\n[%w @]*%f[%w]func [%w_]+()%f[(<]") do
    local stop = code:match("^%b<>()", from) or from
    local brace = code:match("^%b()[ %w()]-(){", stop)
    if brace then add(brace) end
  end
end

function bodies.c(code, add)
  for brace in code:gmatch("\n[%l ]*%f[%w]void [%w_]+%b() (){") do add(brace) end
end

function bodies.lua() end

local M = {}

-- The sites of a file, in order, none inside another.
function M.sites(text, kind)
  local language, code, found = languages[kind], mask(text, kind), {}
  local function add(site)
    if site and #site.changes > 0 then found[#found + 1] = site end
  end
  conditions[kind](language, text, code, add)
  statements(kind, language, text, code, add)
  bodies[kind](code, function(at)
    add { from = at, to = at, isBody = true, changes = { { name = "returns at once", at = at, text = "" } } }
  end)
  table.sort(found, function(a, b) return a.from < b.from or a.from == b.from and a.to > b.to end)
  local sites, last = {}, 0
  for _, site in ipairs(found) do
    if site.from > last then
      sites[#sites + 1], last = site, site.to
    end
  end
  return sites
end

-- The line of a change, the text of that line, and the column in that text.
function M.place(text, change)
  local head = text:sub(1, change.at - 1)
  local start = change.at - #head:match("[^\n]*$")
  local indent, source = text:match("^(%s*)([^\n]*)", start)
  return 1 + select(2, head:gsub("\n", "")), source, change.at - start - #indent + 1
end

-- The text with each of the chosen behind its switch; they are { site, change, number }, in order.
function M.rewritten(text, kind, chosen)
  local language, parts, at = languages[kind], {}, 1
  for _, each in ipairs(chosen) do
    local site = each.site
    local own = text:sub(site.from, site.to)
    parts[#parts + 1] = text:sub(at, site.from - 1)
    parts[#parts + 1] = site.isCall and language.unless(each.number, own)
      or site.isBody and language.leave(each.number)
      or (site.isPart and "(%s)" or "%s"):format(
        language.choose(each.number, each.change.text, joined(own), site.isCondition))
    parts[#parts + 1] = ("\n"):rep(select(2, own:gsub("\n", "")))
    at = site.to + 1
  end
  parts[#parts + 1] = text:sub(at)
  return table.concat(parts)
end

return M
