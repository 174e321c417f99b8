-- Features with rows that an engine synchronizes with a server.
local host = ...
local language, internal = host.language, host.internal
local udf, fail = language.udf, language.fail

local function checkFiles(sync)
  local seed = sync.seed
  if seed and (seed:find("^/") or ("/" .. seed .. "/"):find("/../", 1, true)) then
    fail("seed", ("udf.sync: %s.seed must be a path in the app's folder, got %q"):format(sync.name, seed))
  end
  if seed and not (seed:find("%.ndjson$") or seed:find("%.json$") or seed:find("%.csv$")) then
    fail("seed", ("udf.sync: %s.seed must end with .ndjson, .json or .csv, got %q"):format(sync.name, seed))
  end
end

local function checkRemote(sync)
  local remote, place = sync.remote, ("udf.sync: %s.remote"):format(sync.name)
  if type(remote) == "table" then
    language.check("remote", remote, place, place .. ".")
  elseif remote and not remote:find("^https?://[^/]") then
    fail("remote", ("%s must begin with http:// or https:// and a host, got %q"):format(place, remote))
  end
end

local function checkCollection(sync)
  local name, place = sync.collection, ("udf.sync: %s.collection"):format(sync.name)
  if name and not name:find("^[%w_.-]+$") then
    fail("collection", ("%s must be a name of letters, digits, _, - and ., got %q"):format(place, name))
  end
  if name and type(sync.remote) ~= "string" then
    fail("collection", ("%s names one of the collections of an address; give remote that address"):format(place))
  end
end

-- Returns the fields that refer to the own collection as a list, or the names of the collections by field.
local function references(sync)
  local given = sync.references
  if type(given) == "string" then return udf.list { given } end
  if not given or #given > 0 then return given and udf.list(given) end
  local place = ("udf.sync: %s.references"):format(sync.name)
  for field, name in pairs(given) do
    if type(field) ~= "string" or type(name) ~= "string" then
      local problem = '%s must be a list of fields, or collections by fields: { project = "projects" }'
      fail("references", problem:format(place))
    end
  end
  if next(given) ~= nil and not sync.collection then
    local problem = "%s names collections of an address; without a collection give a list of fields"
    fail("references", problem:format(place))
  end
  return given
end

local function checkNumbers(sync)
  if sync.ttl and not (sync.ttl >= 0 and sync.ttl < math.huge) then
    fail("ttl", ("udf.sync: %s.ttl must be seconds from 0 on, got %s"):format(sync.name, sync.ttl))
  end
  if sync.timeout and not (sync.timeout > 0 and sync.timeout < math.huge) then
    fail("timeout", ("udf.sync: %s.timeout must be seconds above 0, got %s"):format(sync.name, sync.timeout))
  end
  if sync.schema and sync.schema < 1 then
    fail("schema", ("udf.sync: %s.schema must be a whole number from 1 on, got %s"):format(sync.name, sync.schema))
  end
end

-- Makes a feature with a table of rows by key, kept in Swift and synchronized with a server.
udf.sync = host.framed(function(sync)
  local rows = language.makeRows("sync", sync)
  checkFiles(sync)
  checkRemote(sync)
  checkCollection(sync)
  checkNumbers(sync)
  local remote, all = sync.remote, nil
  if type(remote) == "table" then
    all = remote.all
    remote = udf.list { "pull", remote.push and "push" }
  end
  rows.sync = {
    collection = sync.collection, seed = sync.seed, remote = remote, all = all,
    cache = sync.cache, conflict = type(sync.conflict) == "function" or sync.conflict,
    auth = sync.auth and true, migrate = sync.migrate and true, ttl = sync.ttl, timeout = sync.timeout,
    schema = sync.schema, where = sync.where, live = sync.live, lazy = sync.lazy,
    references = references(sync),
  }
  return sync
end)

-- Returns the pure function that the engine of a feature calls. The engine migrates many rows with one call.
function internal.rowFunction(feature, name)
  if name == "conflict" then return feature.conflict end
  local migrate = feature.migrate
  return function(rows, from)
    local outcomes = {}
    for i, row in ipairs(rows) do
      local ok, value = pcall(migrate, row, from)
      if ok then
        outcomes[i] = { row = value }
      else
        outcomes[i] = { problem = type(value) == "table" and tostring(value.message) or tostring(value) }
      end
    end
    return outcomes
  end
end

-- Returns the effect for a function that the engine of a feature calls. It replies with the number of the call.
function internal.remote(feature, name)
  local body = name == "auth" and feature.auth or feature.remote[name]
  return function(cx, call)
    local ok, value = pcall(body, cx, table.unpack(call.arguments))
    local isSent, problem = pcall(host.reply, feature.name, call.number, ok, value)
    -- A result that is not plain data cannot be sent.
    if not isSent then host.reply(feature.name, call.number, false, problem) end
  end
end
