-- What is installed, and what of it is marked for removal.
local udf = require "udf"
local dependencies = require "lib.dependencies"
local source = require "lib.source"
local status = require "lib.status"
local text = require "lib.text"

local function begin(state)
  state.status = "loading"
  state.problem = nil
end

local function read(cx)
  local ok, result = pcall(function() return status.parse(cx.services.reader.lines(source)) end)
  if not ok then
    cx.send { type = "failed", message = type(result) == "table" and result.message or tostring(result) }
    return
  end
  cx.send { type = "loaded", packages = dependencies.resolve(result) }
end

local function check(state, id)
  if not state.packages[id] then error(id .. " is not installed", 3) end
end

local function freed(state)
  local size = 0
  for id in pairs(state.marked) do size = size + state.packages[id].size end
  return size
end

return udf.feature {
  name = "catalog",
  uses = { "reader" },
  state = { status = "empty", packages = {}, names = udf.list {}, size = 0, marked = {} },
  actions = {
    start = {},
    load = {},
    loaded = { packages = "table" },
    failed = { message = "string" },
    mark = { name = "string" },
    unmark = { name = "string" },
    cascade = {},
    keepAll = {},
  },
  events = { refresh = "load" },
  reduce = {
    start = begin,
    load = begin,
    loaded = function(state, action)
      local names, size = udf.list {}, 0
      for id, package in pairs(action.packages) do
        names[#names + 1] = id
        size = size + package.size
      end
      state.status = "ready"
      state.packages, state.names, state.size = action.packages, names, size
      for id in pairs(state.marked) do
        if not action.packages[id] then state.marked[id] = nil end
      end
    end,
    failed = function(state, action)
      state.status = "failed"
      state.problem = action.message
    end,
    mark = function(state, action)
      check(state, action.name)
      state.marked[action.name] = true
    end,
    unmark = function(state, action)
      check(state, action.name)
      state.marked[action.name] = nil
    end,
    -- Marks as well what the marked packages would take with them.
    cascade = function(state)
      for _, broken in ipairs(dependencies.broken(state.packages, state.marked)) do
        state.marked[broken.id] = true
      end
    end,
    keepAll = function(state) state.marked = {} end,
  },
  effects = { start = read, load = read },
  view = function(state)
    local marked, breaks = udf.list {}, udf.list {}
    for id in pairs(state.marked) do marked[#marked + 1] = id .. " " .. text.size(state.packages[id].size) end
    for _, broken in ipairs(dependencies.broken(state.packages, state.marked)) do
      breaks[#breaks + 1] = broken.id .. " needs " .. broken.need
    end
    return {
      status = state.status,
      problem = state.problem,
      installed = #state.names .. " packages, " .. text.size(state.size),
      marked = marked,
      freed = text.size(freed(state)),
      breaks = breaks,
    }
  end,
}
