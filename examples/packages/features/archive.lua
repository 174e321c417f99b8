-- Reads the file into the catalog, a batch of packages at a time.
local udf = require "udf"
local file = require "lib.file"
local status = require "lib.status"
local text = require "lib.text"

-- Few enough that the prompt answers between two batches without a delay.
local batch = 2000

local function begin(state)
  state.status = "loading"
  state.problem = nil
end

-- Sends the packages of the file to the catalog; gives their size and the set of their ids.
local function read(cx)
  local files, rows, size, ids, count = cx.services.files, {}, 0, {}, 0
  local total = files.size(file)
  for package, done in status.packages(files.lines(file)) do
    -- The name alone, unless it is there for two architectures.
    local first = ids[package.name]
    local isOther = first and first ~= package.architecture
    package.id = isOther and package.name .. ":" .. package.architecture or package.name
    if not ids[package.id] then count = count + 1 end
    ids[package.id] = package.architecture
    size = size + package.size
    rows[#rows + 1] = package
    if #rows == batch then
      cx.send { type = "catalog/upsert", rows = rows }
      cx.progress(done, total, file)
      cx.sleep(0)
      rows = {}
    end
  end
  if #rows > 0 then cx.send { type = "catalog/upsert", rows = rows } end
  return size, ids, count
end

-- Takes out of the catalog what is not among the ids.
local function prune(cx, ids)
  local catalog, keys = cx.others.catalog, {}
  for i, package in ipairs(catalog.rows) do
    if not ids[package.id] then keys[#keys + 1] = package.id end
    if i % batch == 0 then cx.sleep(0) end
  end
  cx.send { type = "catalog/remove", keys = keys }
end

local function load(cx)
  local ok, problem = pcall(function()
    local size, ids, count = read(cx)
    cx.sleep(0)
    if cx.others.catalog.count > count then prune(cx, ids) end
    cx.send { type = "loaded", size = size }
  end)
  if not ok then
    cx.send { type = "failed", message = type(problem) == "table" and problem.message or tostring(problem) }
  end
end

return udf.feature {
  name = "archive",
  uses = { "files" },
  reads = { "catalog" },
  state = { status = "empty", size = 0 },
  actions = { start = {}, load = {}, loaded = { size = "integer" }, failed = { message = "string" } },
  events = { refresh = "load" },
  reduce = {
    start = begin,
    load = begin,
    loaded = function(state, action)
      state.status = "ready"
      state.size = action.size
    end,
    failed = function(state, action)
      state.status = "failed"
      state.problem = action.message
    end,
  },
  effects = { start = load, load = load },
  view = function(state, _, others)
    return {
      status = state.status,
      problem = state.problem,
      packages = text.packages(others.catalog.count) .. (state.size > 0 and ", " .. text.size(state.size) or ""),
    }
  end,
}
