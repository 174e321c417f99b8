-- The newest snapshot. KEYS: head, snapshots. ARGV: "" for any reducers, or "=" and the reducers.
-- Returns its name, its body, and the log's epoch; false if there is none.
-- luacheck: std lua51, globals redis KEYS ARGV
local newest, best = nil, -1
for _, name in ipairs(redis.call("HKEYS", KEYS[2])) do
  local position, reducers = string.match(name, "^(%d+) %x+ (.*)$")
  if tonumber(position) > best and (ARGV[1] == "" or ARGV[1] == "=" .. reducers) then
    newest, best = name, tonumber(position)
  end
end
return newest and { newest, redis.call("HGET", KEYS[2], newest), redis.call("HGET", KEYS[1], "epoch") }
