-- Rows that an engine keeps in step with a server.
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

-- A table of rows by key, kept in Swift, and in step with a server.
udf.sync = host.framed(function(sync)
  local rows = language.makeRows("sync", sync)
  checkFiles(sync)
  checkRemote(sync)
  checkNumbers(sync)
  rows.sync = {
    seed = sync.seed, remote = type(sync.remote) == "table" and udf.list(language.keysOf(sync.remote)) or sync.remote,
    cache = sync.cache, conflict = type(sync.conflict) == "function" or sync.conflict,
    auth = sync.auth and true, migrate = sync.migrate and true, ttl = sync.ttl, timeout = sync.timeout,
    schema = sync.schema, live = sync.live, lazy = sync.lazy,
    references = sync.references and udf.list(sync.references),
  }
  return sync
end)

-- The pure function that the engine of a feature calls. The engine migrates many rows with one call.
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

-- The effect for a function that the engine of a feature calls: it replies by the number of the call.
function internal.remote(feature, name)
  local body = name == "auth" and feature.auth or feature.remote[name]
  return function(cx, call)
    local ok, value = pcall(body, cx, table.unpack(call.arguments))
    local isSent, problem = pcall(host.reply, feature.name, call.number, ok, value)
    -- What is no plain data cannot be sent.
    if not isSent then host.reply(feature.name, call.number, false, problem) end
  end
end
