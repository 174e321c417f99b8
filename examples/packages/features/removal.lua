-- What is marked for removal, and what would break without it.
local udf = require "udf"
local dependencies = require "lib.dependencies"
local text = require "lib.text"

local shown = 20
-- As many packages as are looked at in about the time in which a person sees no delay.
local stretch = 500

-- Tells what would break as well without the packages with these ids, nearest first, until the marks become others.
local function look(cx, ids)
  local edition, signs = cx.state.edition, cx.state.signs
  local looked, found = 0, udf.list {}
  for package, need in dependencies.broken(cx.others.catalog, ids, function(id) return signs[id] end) do
    if need then found[#found + 1] = { id = package.id, size = package.size, need = need } end
    looked = looked + 1
    if looked % stretch == 0 then
      if #found > 0 then cx.send { type = "broke", packages = found } end
      cx.sleep(0)
      if cx.state.edition ~= edition then return end
      found = udf.list {}
    end
  end
  cx.send { type = "broke", packages = found, isAll = true }
end

local function lookAtAll(cx)
  local ids = {}
  for _, package in ipairs(cx.state.marked) do ids[#ids + 1] = package.id end
  for _, package in ipairs(cx.state.breaks) do ids[#ids + 1] = package.id end
  look(cx, ids)
end

-- The marked packages of which `isKept` says so.
local function filtered(cx, isKept)
  local kept = udf.list {}
  for _, package in ipairs(cx.state.marked) do
    if isKept(package.id) then kept[#kept + 1] = { id = package.id, size = package.size } end
  end
  return kept
end

local function mark(state, package)
  state.signs[package.id] = "-"
  table.insert(state.marked, { id = package.id, size = package.size })
  state.freed = state.freed + package.size
end

-- `signs` has "-" for what is marked and "!" for what would break; `edition` is another one when the marks are.
local function fresh(edition)
  return { marked = udf.list {}, breaks = udf.list {}, signs = {}, freed = 0, edition = edition, isLooking = false }
end

return udf.feature {
  name = "removal",
  reads = { "catalog" },
  state = fresh(0),
  actions = {
    mark = { name = "string" },
    marked = { id = "string", size = "integer", looksAtAll = "boolean?" },
    broke = { packages = "table", isAll = "boolean?" },
    unmark = { name = "string" },
    reviewed = { packages = "table" },
    cascade = {},
    keepAll = {},
  },
  reduce = {
    marked = function(state, action)
      for i, package in ipairs(state.signs[action.id] and state.breaks or {}) do
        if package.id == action.id then
          table.remove(state.breaks, i)
          break
        end
      end
      mark(state, action)
      state.edition = state.edition + 1
      state.isLooking = true
    end,
    reviewed = function(state, action)
      local anew = fresh(state.edition + 1)
      for _, package in ipairs(action.packages) do mark(anew, package) end
      anew.isLooking = true
      return anew
    end,
    broke = function(state, action)
      for _, package in ipairs(action.packages) do
        state.signs[package.id] = "!"
        table.insert(state.breaks, package)
      end
      state.isLooking = not action.isAll
    end,
    -- Marks as well what the marked packages would take with them.
    cascade = function(state)
      for _, package in ipairs(state.breaks) do mark(state, package) end
      state.breaks = udf.list {}
    end,
    keepAll = function(state) return fresh(state.edition + 1) end,
  },
  effects = {
    mark = function(cx, action)
      local package = cx.others.catalog.byKey[action.name]
      if not package then error("there is no package " .. action.name, 0) end
      if cx.state.signs[package.id] == "-" then return end
      -- Who still looks for what an earlier mark breaks will stop.
      cx.send { type = "marked", id = package.id, size = package.size, looksAtAll = cx.state.isLooking }
    end,
    marked = function(cx, action)
      if action.looksAtAll then lookAtAll(cx) else look(cx, { action.id }) end
    end,
    unmark = function(cx, action)
      if cx.state.signs[action.name] ~= "-" then error(action.name .. " is not marked", 0) end
      cx.send { type = "reviewed", packages = filtered(cx, function(id) return id ~= action.name end) }
    end,
    -- With other packages there other things break.
    ["archive/loaded"] = function(cx)
      local catalog = cx.others.catalog
      if #cx.state.marked == 0 then return end
      cx.send { type = "reviewed", packages = filtered(cx, function(id) return catalog.byKey[id] end) }
    end,
    reviewed = lookAtAll,
  },
  view = function(state)
    local marked, broke = udf.list {}, udf.list {}
    for i = 1, math.min(shown, #state.marked) do
      marked[i] = state.marked[i].id .. " " .. text.size(state.marked[i].size)
    end
    for i = 1, math.min(shown, #state.breaks) do
      broke[i] = state.breaks[i].id .. " needs " .. state.breaks[i].need
    end
    return {
      marked = marked,
      moreMarked = #state.marked - #marked,
      freed = text.size(state.freed),
      breaks = broke,
      moreBreaks = #state.breaks - #broke,
      isLooking = state.isLooking,
    }
  end,
}
