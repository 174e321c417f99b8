-- Stores a snapshot, and removes all but the two newest of the same reducers. KEYS: head, entries, snapshots.
-- ARGV: position, link, reducers, body. Returns "saved", or "foreign" if the log has another link at the position.
-- luacheck: std lua51, globals redis KEYS ARGV
local position, link, reducers = ARGV[1], ARGV[2], ARGV[3]
local head = redis.call("HMGET", KEYS[1], "base", "baselink")
local found = position == head[1] and head[2]
if not found then
  local entry = redis.call("XRANGE", KEYS[2], "0-" .. position, "0-" .. position)[1]
  found = entry and entry[2][#entry[2]]
end
if found ~= link then return "foreign" end

redis.call("HSET", KEYS[3], position .. " " .. link .. " " .. reducers, ARGV[4])
local mine = {}
for _, name in ipairs(redis.call("HKEYS", KEYS[3])) do
  if string.match(name, "^%d+ %x+ (.*)$") == reducers then mine[#mine + 1] = name end
end
table.sort(mine, function(a, b) return tonumber(string.match(a, "^%d+")) > tonumber(string.match(b, "^%d+")) end)
for index = 3, #mine do redis.call("HDEL", KEYS[3], mine[index]) end
return "saved"
