-- Finds the folders of a target that use each other, directly or through others.
--
-- usage: lua circles.lua TARGET ALLOWED …
--   TARGET ALLOWED: how many pairs of folders of a target may use each other; other targets must have no circle.
-- Prints what is wrong, each use with one example, and exits with 1 if a target has more pairs than it may have.
--
-- A folder uses another one if it names a type, protocol or top-level function that the other declares, or a member
-- that an extension in the other adds and nothing else in Sources declares. The script reads words, not syntax: where a
-- file binds a name, it counts no use of that name, and it sees no use through a protocol that another folder declares.
package.path = (arg[0]:match("^(.*)/") or ".") .. "/?.lua"
local mask = require "mask"

local function set(words)
  local result = {}
  for word in words:gmatch("%S+") do result[word] = true end
  return result
end

local typeWords = set "class struct enum protocol actor"
local memberWords = set "func var let case typealias associatedtype"
-- The standard library declares these too.
local common = set [[count first last map filter contains append remove removeAll insert sorted reversed min max index
  description hash encode decode start next init self id name value values key keys]]

-- The code of a file: without comments, strings, conditions of the compiler and imports of one type, but with the
-- expressions in strings.
local function code(text)
  local masked = mask(text, "swift")
  local parts, from = {}, 1
  for at in text:gmatch("()\\%(") do
    if at >= from and masked:sub(at, at) == '"' then
      local stop = select(2, text:find("%b()", at + 1))
      if stop then
        parts[#parts + 1] = masked:sub(from, at - 1)
        parts[#parts + 1] = " " .. mask(text:sub(at + 1, stop), "swift")
        from = stop + 1
      end
    end
  end
  parts[#parts + 1] = masked:sub(from)
  return (table.concat(parts):gsub("%f[^\n\0] *#%l+[^\n]*", ""):gsub("import %l+ [%w_.]+", "import"))
end

-- MARK: reading a file

-- Calls `found` with each word, its line, and where it begins and ends; a brace or parenthesis is a word too.
local function words(text, found)
  local line, at = 1, 1
  while true do
    local from, stop = text:find("[%a_`][%w_`]*", at)
    local other = text:find("[\n{}()]", at)
    if not from and not other then return end
    if other and (not from or other < from) then
      if text:sub(other, other) == "\n" then line = line + 1 else found(text:sub(other, other), line, other, other) end
      at = other + 1
    else
      found(text:sub(from, stop), line, from, stop)
      at = stop + 1
    end
  end
end

-- What a file declares, binds and mentions.
--   types, functions: at the top level and not private
--   members: of extensions
--   all: every name that it declares anywhere but in a function
--   bound: names of parameters and local values
--   mentions: { word, line, isMember }, in order
local function read(path)
  local file = assert(io.open(path))
  local text = code(file:read "a")
  file:close()
  local result = { path = path, types = {}, functions = {}, members = {}, all = {}, bound = {}, mentions = {} }
  local scopes, parens = {}, 0
  local pending, isPrivate, signature
  -- The word before, where only space lies between it and the present one.
  local previous, previousStop = nil, 0

  local function scope() return scopes[#scopes] or "top" end

  local function declare(name, isType)
    local where, hidden = scope(), isPrivate
    isPrivate = false
    if where == "body" then
      result.bound[name] = true
      return
    end
    result.all[name] = true
    if hidden then return end
    if where == "top" then
      result[isType and "types" or "functions"][name] = true
    elseif where == "extension" then
      result.members[name] = true
    end
  end

  -- The names of an enumeration's `case a, b(Int), c`.
  local function declareCases(at)
    while at do
      local name, stop = text:match("^%s*`?([%a_][%w_]*)`?()", at)
      if not name then return end
      result.all[name] = true
      at = text:match("^,()", text:match("^%b()()", stop) or stop)
    end
  end

  -- Names of parameters of closures, of loops and of tuples.
  local function bind(names)
    for name in names:gmatch("[%a_][%w_]*") do result.bound[name] = true end
  end

  words(text, function(word, line, from, stop)
    local before, after = text:sub(from - 1, from - 1), text:sub(stop + 1, stop + 1)
    if select(2, text:find("^%s+", previousStop + 1)) ~= from - 1 then previous = nil end
    if word == "{" then
      scopes[#scopes + 1] = pending or "body"
      pending = nil
      bind(text:match("^ ([%w_, %[%]()?:.<>-]-) in%f[^%w_]", stop + 1) or "")
    elseif word == "}" then
      scopes[#scopes] = nil
      pending = nil
    elseif word == "(" then
      parens = parens + 1
      if signature == "begins" then signature = parens end
    elseif word == ")" then
      if signature == parens then signature = nil end
      parens = parens - 1
    else
      if before ~= "." and (typeWords[previous] or memberWords[previous]) then
        declare(word, typeWords[previous])
      elseif previous == "extension" and scope() == "top" then
        pending = isPrivate and "body" or "extension"
        isPrivate = false
      end
      if before ~= "." then
        if typeWords[word] and text:find("^ [%u_]", stop + 1) then
          pending = "type"
        elseif word == "func" or word == "init" or word == "subscript" then
          signature = "begins"
          if word ~= "func" then isPrivate = false end
        elseif (word == "private" or word == "fileprivate") and after ~= "(" then
          isPrivate = true
        elseif word == "let" or word == "var" then
          if scope() == "body" then bind(text:match("^ (%b())", stop + 1) or "") end
        elseif word == "for" then
          bind(text:match("^ ([%w_, ()]-) in ", stop + 1) or "")
        end
      end
      if word == "case" and scope() ~= "body" then declareCases(stop + 1) end
      local isLabel = after == ":" and parens > 0
      if isLabel and signature == parens then result.bound[word] = true end
      if not isLabel then
        result.mentions[#result.mentions + 1] = { word = word:gsub("`", ""), line = line, isMember = before == "." }
      end
    end
    previous, previousStop = word, stop
  end)
  return result
end

-- MARK: the folders of a target

local function targets()
  local result, names = {}, {}
  local pipe = assert(io.popen("find Sources -name '*.swift' | LC_ALL=C sort"))
  for path in pipe:lines() do
    local target, rest = path:match("^Sources/([^/]+)/(.*)$")
    if not result[target] then
      result[target] = {}
      names[#names + 1] = target
    end
    local file = read(path)
    file.folder = rest:match("^([^/]+)/") or "."
    table.insert(result[target], file)
  end
  assert(pipe:close())
  return result, names
end

-- Where each name is declared: the folder, or false if there are several.
local function places(files, kind, into)
  into = into or {}
  for _, file in ipairs(files) do
    for name in pairs(file[kind]) do
      local place = file.target .. "/" .. file.folder
      if into[name] == nil or into[name] == place then into[name] = place else into[name] = false end
    end
  end
  return into
end

-- uses[a][b]: an example of how folder a uses folder b.
local function usesOf(files, everywhere)
  local types, functions, members = places(files, "types"), places(files, "functions"), places(files, "members")
  local uses = {}
  for _, file in ipairs(files) do
    local own = file.target .. "/" .. file.folder
    for _, mention in ipairs(file.mentions) do
      local word, place = mention.word, nil
      if not mention.isMember and not file.all[word] then place = types[word] end
      if not place and (mention.isMember or not file.bound[word]) and not common[word] and everywhere[word] then
        place = members[word] or not mention.isMember and functions[word]
      end
      if place and place ~= own then
        local folder = place:match("/(.*)")
        uses[file.folder] = uses[file.folder] or {}
        uses[file.folder][folder] = uses[file.folder][folder] or { path = file.path, line = mention.line, word = word }
      end
    end
  end
  return uses
end

local function sortedKeys(of)
  local keys = {}
  for key in pairs(of) do keys[#keys + 1] = key end
  table.sort(keys)
  return keys
end

-- reach[a][b]: folder a uses b, directly or through others.
local function closure(uses)
  local reach = {}
  for a, others in pairs(uses) do
    reach[a] = {}
    for b in pairs(others) do reach[a][b] = true end
  end
  for middle in pairs(reach) do
    for a in pairs(reach) do
      if reach[a][middle] then
        for b in pairs(reach[middle]) do reach[a][b] = true end
      end
    end
  end
  return reach
end

local function report(target, uses, reach)
  local pairCount, lines = 0, {}
  for _, a in ipairs(sortedKeys(uses)) do
    for _, b in ipairs(sortedKeys(uses[a])) do
      if uses[b] and uses[b][a] and a < b then pairCount = pairCount + 1 end
      if reach[b] and reach[b][a] then
        local example = uses[a][b]
        lines[#lines + 1] = ("%s: %s uses %s  %s:%d: %s"):format(target, a, b, example.path, example.line, example.word)
      end
    end
  end
  return pairCount, lines
end

local allowed = {}
for i = 1, #arg, 2 do allowed[arg[i]] = math.tointeger(arg[i + 1]) end

local files, names = targets()
local everywhere = {}
for _, target in ipairs(names) do
  for _, file in ipairs(files[target]) do file.target = target end
  places(files[target], "all", everywhere)
end

local failed = false
for _, target in ipairs(names) do
  local uses = usesOf(files[target], everywhere)
  local count, lines = report(target, uses, closure(uses))
  local most = allowed[target]
  if most and count > most or not most and #lines > 0 then
    failed = true
    print(table.concat(lines, "\n"))
    print(("%s: %d pairs of folders use each other, and at most %d may: turn a use round, or move a file."):format(
      target, count, most or 0))
  elseif most and count < most then
    print(("%s: %d pairs of folders use each other; write that number into scripts/lib/circles."):format(target, count))
  end
end
os.exit(not failed)
