-- Who needs whom in a catalog, as Debian sees it: `a | b` is content with either, a virtual package is there as long
-- as one that provides it is, and a package of another architecture helps only where it says so. Versions are not
-- compared: who put the packages together saw to them.
local udf = require "udf"

local dependencies = {}

-- "a (>= 1), b:any | c" → "a , b:any | c"
local function withoutVersions(relations) return (relations:gsub("%b()", "")) end

local nameAndArchitecture = "([%w.+-]+):?([%w-]*)"

-- The names in relations such as "a (>= 1), b:any | c", each once.
function dependencies.names(relations)
  local names, known = udf.list {}, {}
  for name in withoutVersions(relations):gmatch(nameAndArchitecture) do
    if not known[name] then
      known[name] = true
      names[#names + 1] = name
    end
  end
  return names
end

local function fits(architecture, candidate)
  return architecture == candidate.architecture or architecture == "any" or architecture == "all"
    or candidate.architecture == "all" or candidate.multiArch == "foreign"
end

-- The ids of the packages that a clause such as "a:any | b" is content with.
local function satisfying(catalog, clause, architecture)
  local ids, known = {}, {}
  for name, qualifier in clause:gmatch(nameAndArchitecture) do
    for _, candidate in ipairs(catalog.by.provides[name] or {}) do
      if not known[candidate.id] and fits(qualifier ~= "" and qualifier or architecture, candidate) then
        known[candidate.id] = true
        ids[#ids + 1] = candidate.id
      end
    end
  end
  return ids
end

-- What a package needs that has to do with a name: a list of ids for each clause, of which any will do.
local function needs(catalog, package, name)
  local clauses = withoutVersions(package.depends):gmatch("[^,]+")
  return function()
    for clause in clauses do
      if clause:find(name, 1, true) then return satisfying(catalog, clause, package.architecture) end
    end
  end
end

local function includes(list, item)
  for _, each in ipairs(list) do if each == item then return true end end
  return false
end

-- The ids of packages that a package helps to have what they need, no more than `limit`, and whether there are more.
function dependencies.neededBy(catalog, package, limit)
  local ids, known = udf.list {}, { [package.id] = true }
  for _, name in ipairs(package.provides) do
    for _, dependant in ipairs(catalog.by.needs[name] or {}) do
      for need in needs(catalog, dependant, name) do
        if not known[dependant.id] and includes(need, package.id) then
          if #ids == limit then return ids, true end
          known[dependant.id] = true
          ids[#ids + 1] = dependant.id
        end
      end
    end
  end
  return ids, false
end

-- A need that nothing is left to satisfy. What nothing in the catalog satisfies was broken before us.
local function lost(catalog, package, name, isGone)
  for need in needs(catalog, package, name) do
    local isLost = #need > 0
    for _, id in ipairs(need) do isLost = isLost and isGone(id) end
    if isLost then return table.concat(need, " | ") end
  end
  return nil
end

-- Goes through what depends on the packages with these ids, and on what would break without them in turn, nearest
-- first: gives each package that is looked at, and with it the need that it would lose, if it does. `isGone` tells of
-- an id whether that package is out of the question.
function dependencies.broken(catalog, ids, isGone)
  local queue, queued = {}, {}
  local function add(id)
    queue[#queue + 1] = id
    queued[id] = true
  end
  local function gone(id) return queued[id] or isGone(id) end
  for _, id in ipairs(ids) do add(id) end
  return coroutine.wrap(function()
    for _, id in ipairs(queue) do
      for _, name in ipairs(catalog.byKey[id].provides) do
        for _, dependant in ipairs(catalog.by.needs[name] or {}) do
          local need = not gone(dependant.id) and lost(catalog, dependant, name, gone) or nil
          if need then add(dependant.id) end
          coroutine.yield(dependant, need)
        end
      end
    end
  end)
end

return dependencies
