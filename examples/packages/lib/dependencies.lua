-- Who needs whom among installed packages, as Debian sees it: `a | b` is content with either, a virtual
-- package is there as long as one that provides it is, and a package of another architecture helps only where
-- it says so. Versions are not compared: dpkg saw to them when it installed what is there.
local udf = require "udf"

local dependencies = {}

-- "a (>= 1), b:any | c" → "a , b:any | c"
local function withoutVersions(relations) return (relations:gsub("%b()", "")) end

local nameAndArchitecture = "([%w.+-]+):?([%w-]*)"

-- The packages that a name stands for: those called so and those that provide it.
local function byName(list)
  local found = {}
  local function add(name, package)
    found[name] = found[name] or {}
    table.insert(found[name], package)
  end
  for _, package in ipairs(list) do
    add(package.name, package)
    for name in withoutVersions(package.provides):gmatch(nameAndArchitecture) do add(name, package) end
  end
  return found
end

local function fits(architecture, candidate)
  return architecture == candidate.architecture or architecture == "any" or architecture == "all"
    or candidate.architecture == "all" or candidate.multiArch == "foreign"
end

-- Gives a function that tells which installed packages a clause such as "a | b" is content with. It remembers
-- its answers, because half of all packages say the same few things.
local function resolver(list)
  local named, known = byName(list), {}
  return function(clause, architecture)
    local key = architecture .. ":" .. clause
    if known[key] then return known[key] end
    local ids, seen = {}, {}
    for name, qualifier in clause:gmatch(nameAndArchitecture) do
      for _, candidate in ipairs(named[name] or {}) do
        if not seen[candidate.id] and fits(qualifier ~= "" and qualifier or architecture, candidate) then
          seen[candidate.id] = true
          ids[#ids + 1] = candidate.id
        end
      end
    end
    known[key] = { ids = ids, holds = seen, text = table.concat(ids, " | ") }
    return known[key]
  end
end

-- Adds to each package of a list its `id`, what it `needs` ("a | b": either will do) and by what it is
-- `neededBy`, and gives them by id. The id is the name, with the architecture where a name is there for two.
function dependencies.resolve(list)
  local packages, satisfying = {}, resolver(list)
  for _, package in ipairs(list) do
    package.id = packages[package.name] and package.name .. ":" .. package.architecture or package.name
    package.needs, package.neededBy = udf.list {}, udf.list {}
    packages[package.id] = package
  end
  for _, package in ipairs(list) do
    local met = {}
    for clause in withoutVersions(package.depends):gmatch("[^,]+") do
      local need = satisfying(clause, package.architecture)
      -- What nothing here satisfies was broken before us.
      if need.text ~= "" and not need.holds[package.id] and not met[need.text] then
        met[need.text] = true
        package.needs[#package.needs + 1] = need.text
        for _, id in ipairs(need.ids) do
          local dependants = packages[id].neededBy
          if dependants[#dependants] ~= package.id then dependants[#dependants + 1] = package.id end
        end
      end
    end
  end
  return packages
end

local function lost(package, gone)
  for _, need in ipairs(package.needs) do
    local kept = false
    for id in need:gmatch("[^| ]+") do kept = kept or not gone[id] end
    if not kept then return need end
  end
  return nil
end

-- What would no longer work without the packages in the set `removed`, and what would not work without those
-- in turn: a list of { id, need }, nearest first.
function dependencies.broken(packages, removed)
  local gone, queue, broken = {}, {}, {}
  for id in pairs(removed) do
    gone[id] = true
    queue[#queue + 1] = id
  end
  local at = 1
  while queue[at] do
    for _, id in ipairs(packages[queue[at]].neededBy) do
      local need = not gone[id] and lost(packages[id], gone)
      if need then
        gone[id] = true
        queue[#queue + 1] = id
        broken[#broken + 1] = { id = id, need = need }
      end
    end
    at = at + 1
  end
  return broken
end

return dependencies
