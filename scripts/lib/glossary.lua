-- Finds words that the glossary rules out.
--
-- usage: lua glossary.lua GLOSSARY < FILES
-- Reads the prose of the pages and the public names of the Swift files that standard input lists, one a line. Prints
-- each use with its line and the term to write instead. Exits with 1 if there is one, or if the glossary has more than
-- 60 terms, a term twice, a term that it rules out, or a meaning that is not one sentence.
local path = ...
local mostTerms = 60
-- These quote the words of other libraries, or list what is ruled out.
local function isExempt(page) return page == "Glossary" or page == "Concepts" or page:find("^From%u") end

local failures = {}
local function fail(text, ...) failures[#failures + 1] = text:format(...) end

-- Words in small letters, each with a space before and behind it.
local function normalized(text) return " " .. text:lower():gsub("[^%w']+", " ") .. " " end

local terms, instead, count = {}, {}, 0
for line in io.lines(path) do
  local term, meaning, ruledOut = line:match("^| (.-) | (.-) | ?(.-) ?|$")
  if term and term ~= "term" then
    count = count + 1
    if terms[term] then fail("%s: %s stands there twice", path, term) end
    if not meaning:find("^%u.*%.$") or meaning:find("%. %u") then fail("%s: %s: write one sentence", path, term) end
    terms[term] = true
    for word in ruledOut:gmatch("[^,]+") do instead[normalized(word)] = term end
  end
end
if count == 0 or count > mostTerms then fail("%s: expected 1 to %d terms, got %d", path, mostTerms, count) end
for word, term in pairs(instead) do
  if terms[word:sub(2, -2)] then fail("%s: %s rules out the term%s", path, term, word) end
end

local function check(file, number, text)
  local words = normalized(text)
  for word, term in pairs(instead) do
    if words:find(word, 1, true) then
      fail("%s:%d: write \"%s\" instead of \"%s\"", file, number, term, word:sub(2, -2))
    end
  end
end

-- Calls check with each paragraph, without code.
local function checkPage(file)
  local isCode, paragraph, first, number = false, {}, 1, 0
  local function flush()
    check(file, first, (table.concat(paragraph, " "):gsub("`[^`]*`", "`")))
    paragraph = {}
  end
  for line in io.lines(file) do
    number = number + 1
    local isFence = line:find("^%s*```") ~= nil
    if isFence then isCode = not isCode end
    if isCode or isFence or line == "" or line:find("^[|#]") or line:find("^%s*[-*%d]+%.? ") then flush() end
    if not isCode and not isFence then
      if #paragraph == 0 then first = number end
      paragraph[#paragraph + 1] = line
    end
  end
  flush()
end

-- Calls check with the names that a line with `public` declares, split at their capitals.
local function checkNames(file)
  local number = 0
  for line in io.lines(file) do
    number = number + 1
    local declared = line:match("^%s*public (.*)") or line:match("^%s*@.* public (.*)")
    if declared then
      declared = declared:gsub("//.*", ""):gsub('"[^"]*"', "")
      check(file, number, (declared:gsub("(%l)(%u)", "%1 %2")))
    end
  end
end

for file in io.lines() do
  if not isExempt(file:match("([^/]+)%.md$") or "") then
    if file:find("%.md$") then checkPage(file) else checkNames(file) end
  end
end

table.sort(failures)
for _, text in ipairs(failures) do print(text) end
os.exit(#failures == 0)
