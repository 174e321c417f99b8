-- Source text in which comments are spaces and strings are quotes, byte for byte as long: what is left is code.

local function blank(text, filler) return (text:gsub("[^\n]", filler)) end

-- The end of a string that is closed by `close`; a backslash hides what follows unless the string is raw.
local function endOf(text, from, close, isRaw)
  local at = from
  while at <= #text do
    if not isRaw and text:sub(at, at) == "\\" then
      at = at + 2
    elseif text:sub(at, at + #close - 1) == close then
      return at + #close - 1
    else
      at = at + 1
    end
  end
  return #text
end

-- Swift lets strings stand inside strings: "\(names.joined(separator: ", "))".
local function endOfInterpolated(text, from, close)
  local at = from
  while at <= #text do
    if text:sub(at, at + 1) == "\\(" then
      local depth = 0
      at = at + 1
      repeat
        local character = text:sub(at, at)
        if character == "(" then depth = depth + 1 elseif character == ")" then depth = depth - 1 end
        at = character == '"' and endOfInterpolated(text, at + 1, '"') + 1 or at + 1
      until depth == 0 or at > #text
    elseif text:sub(at, at) == "\\" then
      at = at + 2
    elseif text:sub(at, at + #close - 1) == close then
      return at + #close - 1
    else
      at = at + 1
    end
  end
  return #text
end

local function endOfBlockComment(text, from)
  local depth, at = 1, from
  while depth > 0 and at <= #text do
    local two = text:sub(at, at + 1)
    if two == "/*" then depth, at = depth + 1, at + 1 elseif two == "*/" then depth, at = depth - 1, at + 1 end
    at = at + 1
  end
  return at - 1
end

local function endOfLine(text, from) return (text:find("\n", from, true) or #text + 1) - 1 end

-- Each gives the end of what begins at `at` and is no code, and what stands in its place.
local skip = {}

function skip.swift(text, at)
  local hashes = text:match('^#+"', at)
  if text:find("^//", at) then return endOfLine(text, at), " " end
  if text:find("^/%*", at) then return endOfBlockComment(text, at + 2), " " end
  if text:find("^#/", at) then return endOf(text, at + 2, "/#"), '"' end
  if hashes then
    local quotes = text:match('^#+"""', at) and '"""' or '"'
    return endOf(text, at + #hashes - 1 + #quotes, quotes .. ("#"):rep(#hashes - 1), true), '"'
  end
  if text:find('^"""', at) then return endOfInterpolated(text, at + 3, '"""'), '"' end
  if text:find('^"', at) then return endOfInterpolated(text, at + 1, '"'), '"' end
end

function skip.c(text, at)
  if text:find("^//", at) then return endOfLine(text, at), " " end
  if text:find("^/%*", at) then return select(2, text:find("*/", at + 2, true)) or #text, " " end
  if text:find("^[\"']", at) then return endOf(text, at + 1, text:sub(at, at)), '"' end
  if text:find("^#", at) and text:sub(1, at - 1):match("[^\n]*$"):match("^%s*$") then
    local stop = endOfLine(text, at)
    while text:sub(stop, stop) == "\\" do stop = endOfLine(text, stop + 2) end
    return stop, " "
  end
end

function skip.lua(text, at)
  local equals = text:match("^%-%-%[(=*)%[", at)
  if equals then return select(2, text:find("]" .. equals .. "]", at, true)) or #text, " " end
  if text:find("^%-%-", at) then return endOfLine(text, at), " " end
  equals = text:match("^%[(=*)%[", at)
  if equals then return select(2, text:find("]" .. equals .. "]", at, true)) or #text, '"' end
  if text:find("^[\"']", at) then return endOf(text, at + 1, text:sub(at, at)), '"' end
end

return function(text, language)
  local parts, at, from = {}, 1, 1
  while at <= #text do
    at = text:find("[\"'/#%[-]", at) or #text + 1
    local stop, filler = skip[language](text, at)
    if stop then
      parts[#parts + 1] = text:sub(from, at - 1)
      parts[#parts + 1] = blank(text:sub(at, stop), filler)
      at, from = stop + 1, stop + 1
    else
      at = at + 1
    end
  end
  parts[#parts + 1] = text:sub(from)
  return table.concat(parts)
end
