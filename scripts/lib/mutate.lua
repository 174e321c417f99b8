-- Draws mutants and writes a copy of the tree in which each of them waits for its number.
--
-- usage: lua mutate.lua SEED COUNT ROOT TREE CHOICE EQUIVALENT DROPPED ONLY [BREAKS]
--   TREE: where the copy is; only files that differ are written, so that a build of it is incremental.
--   CHOICE: the file from which the copy's code reads the number of its mutant, when a process starts.
--   EQUIVALENT: the list of changes without an observable effect. DROPPED: paths, one a line, of excluded files.
--   ONLY: how the paths begin of files to draw from.
--   BREAKS: a list of breaks to make in place of drawn ones, see breaks.lua.
-- Prints a line for each mutant, with tabs between: number, path, line, change, source, and a listed break's suites.
local folder = arg[0]:match("^(.*)/") or "."
package.path = folder .. "/?.lua"
local mutants = require "mutants"

local seed, count, root, tree, choice, equivalentFile, droppedFile, only, breaksFile = table.unpack(arg)

-- Programs around the host: what measures it, parses its arguments or serves its examples.
local programs = { HostBenchmarks = true, HostCommand = true, FeedServer = true, UserServer = true }

local function read(path)
  local file = io.open(path, "rb")
  if not file then return nil end
  local text = file:read "a"
  file:close()
  return text
end

local function quoted(text) return "'" .. text:gsub("'", "'\\''") .. "'" end

local function run(command)
  assert(os.execute(command), command)
end

local function lines(command)
  local pipe = assert(io.popen(command))
  local result = {}
  for line in pipe:lines() do result[#result + 1] = line end
  assert(pipe:close(), command)
  return result
end

local function set(list)
  local result = {}
  for _, each in ipairs(list) do result[each] = true end
  return result
end

local function target(path) return path:match("^Sources/([^/]+)/") end

-- MARK: the draw

local function equivalents()
  local known = {}
  for line in (read(equivalentFile) or ""):gmatch("[^\n]+") do
    local path, source, change = line:match("^([^\t]+)\t([^\t]+)\t([^\t]+)\t")
    if not line:find("^#") then
      assert(path, equivalentFile .. ": expected path, line, change and reason with tabs between, got " .. line)
      known[path .. "\t" .. source .. "\t" .. change] = true
    end
  end
  return known
end

-- Whether a file is code of the host that this system compiles.
local function isDrawn(path, text)
  if path:sub(1, #only) ~= only or programs[target(path)] or text:find "^#if os%(macOS%)" then return false end
  return path:find "%.swift$" or path:find "%.c$" or path:find "/Prelude/[^/]*%.lua$"
end

-- All sites of all files, shuffled; the number of each stays the same however many of them are drawn.
local function shuffledSites(paths, texts)
  local all = {}
  for _, path in ipairs(paths) do
    if target(path) and isDrawn(path, texts[path]) then
      for _, site in ipairs(mutants.sites(texts[path], path:match "%.(%l+)$")) do
        all[#all + 1] = { path = path, site = site }
      end
    end
  end
  math.randomseed(math.tointeger(seed), 0)
  for i = #all, 2, -1 do
    local j = math.random(i)
    all[i], all[j] = all[j], all[i]
  end
  for number, each in ipairs(all) do
    each.number, each.change = number, each.site.changes[math.random(#each.site.changes)]
  end
  return all
end

local function drawn(paths, texts)
  local known, dropped, result = equivalents(), {}, {}
  for line in (read(droppedFile) or ""):gmatch("[^\n]+") do dropped[line] = true end
  for _, each in ipairs(shuffledSites(paths, texts)) do
    local column
    if #result == math.tointeger(count) then break end
    each.line, each.source, column = mutants.place(texts[each.path], each.change)
    each.name = ("%s at column %d"):format(each.change.name, column)
    if not dropped[each.path] and not known[table.concat({ each.path, each.source, each.name }, "\t")] then
      result[#result + 1] = each
    end
  end
  return result
end

-- The listed breaks.
local function listed(texts)
  local result = {}
  for number, each in ipairs(dofile(breaksFile)) do
    local function must(condition, what) assert(condition, ("%s, break %d: %s"):format(breaksFile, number, what)) end
    local text = texts[each.path]
    must(text, each.path .. " does not exist")
    local from, to = text:find(each.code, 1, true)
    must(from and not text:find(each.code, to, true), ("%s must have `%s` exactly once"):format(each.path, each.code))
    local name = each.broken and "to " .. each.broken or "left out"
    local site = { from = from, to = to, isCall = not each.broken, isPart = true }
    local change = { name = name, at = from, text = each.broken or "" }
    local line, source = mutants.place(text, change)
    result[number] = {
      number = number, path = each.path, site = site, change = change, line = line, source = source, name = name,
      suites = each.suites,
    }
  end
  return result
end

-- MARK: the copy

local swiftSwitch = [[
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

private let chosen: Int = {
  guard let file = fopen("%s", "r") else { return 0 }
  defer { fclose(file) }
  var bytes = [CChar](repeating: 0, count: 16)
  return fgets(&bytes, 16, file) == nil ? 0 : Int(atoi(bytes))
}()

@usableFromInline func udfMutant(_ number: Int) -> Bool { number == chosen }

/// A file of the prelude that begins with `local udfMutant = 000000`.
func udfMutated(_ source: [UInt8]) -> [UInt8] {
  let digits = Array(String(1_000_000 + chosen).utf8.dropFirst())
  return Array(source[..<18]) + digits + source[24...]
}
]]

local cSwitch = [[
#include <stdio.h>
int udfMutant(int number);
static int chosen;
__attribute__((constructor)) static void choose(void) {
  FILE *file = fopen("%s", "r");
  if (!file) return;
  if (fscanf(file, "%%d", &chosen) != 1) chosen = 0;
  fclose(file);
}
int udfMutant(int number) { return number == chosen; }
]]

-- What stands before the text, on its first line, so that the others keep their numbers.
local heads = {
  swift = "", lua = "local udfMutant = 000000 ", c = "extern int udfMutant(int number);%s",
}

local function rewritten(path, text, chosen)
  local kind = path:match "%.(%l+)$"
  table.sort(chosen, function(a, b) return a.site.from < b.site.from end)
  local head = heads[kind]:format(text:find("^#") and "\n" or " ")
  local result = head .. mutants.rewritten(text, kind, chosen)
  if kind == "lua" then assert(load(result, "=" .. path)) end
  return result
end

-- The files of the copy that differ from those of the tree.
local function changed(paths, texts, chosen)
  local byPath, result, preludes = {}, {}, {}
  for _, each in ipairs(chosen) do
    byPath[each.path] = byPath[each.path] or {}
    table.insert(byPath[each.path], each)
    local module = target(each.path)
    if each.path:find "%.c$" then
      result[("Sources/%s/udf_mutant.c"):format(module)] = cSwitch:format(choice)
    else
      result[("Sources/%s/UDFMutant.swift"):format(module)] = swiftSwitch:format(choice)
    end
    local prelude = each.path:match "([^/]+)%.lua$"
    if prelude then preludes[("PackageResources.%s_lua"):format(prelude)] = module end
  end
  for path, list in pairs(byPath) do result[path] = rewritten(path, texts[path], list) end
  for _, path in ipairs(paths) do
    if path:find "%.swift$" and target(path) and (result[path] or texts[path]):find("PackageResources.", 1, true) then
      result[path] = (result[path] or texts[path]):gsub("PackageResources%.[%w_]+", function(word)
        return preludes[word] == target(path) and ("udfMutated(%s)"):format(word) or nil
      end)
    end
  end
  return result
end

local function copy(paths, texts, changes)
  local wanted = set(paths)
  for path, text in pairs(changes) do wanted[path], texts[path] = true, text end
  run("mkdir -p " .. quoted(tree))
  for _, path in ipairs(lines(("cd %s && find . -path ./.build -prune -o -type f -print"):format(quoted(tree)))) do
    if not wanted[path:sub(3)] then assert(os.remove(tree .. "/" .. path)) end
  end
  local folders = {}
  for path in pairs(wanted) do
    if read(tree .. "/" .. path) ~= texts[path] then
      local place = (tree .. "/" .. path):match "^(.*)/"
      if not folders[place] then run("mkdir -p " .. quoted(place)) end
      folders[place] = true
      local file = assert(io.open(tree .. "/" .. path, "wb"))
      file:write(texts[path])
      file:close()
    end
  end
end

local paths, texts = {}, {}
for _, path in ipairs(lines(("cd %s && git ls-files -co --exclude-standard"):format(quoted(root)))) do
  texts[path] = read(root .. "/" .. path)
  if texts[path] then paths[#paths + 1] = path end
end
table.sort(paths)
local chosen = breaksFile and listed(texts) or drawn(paths, texts)
copy(paths, texts, changed(paths, texts, chosen))
for _, each in ipairs(chosen) do
  print(table.concat({ each.number, each.path, each.line, each.name, each.source, each.suites }, "\t"))
end
