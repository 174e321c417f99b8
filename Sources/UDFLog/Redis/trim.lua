-- Removes the entries below a position. KEYS: head, entries, snapshots. ARGV: position.
-- Returns the outcome and the head.
-- luacheck: std lua51, globals redis KEYS ARGV
local head = redis.call("HMGET", KEYS[1], "position", "base")
local below, position, base = tonumber(ARGV[1]), tonumber(head[1]), tonumber(head[2])
if below <= base + 1 then return { "done", head[1] } end
if below > position + 1 then return { "beyond", head[1] } end
local isKept = false
for _, name in ipairs(redis.call("HKEYS", KEYS[3])) do
  isKept = isKept or tonumber(string.match(name, "^%d+")) >= below - 1
end
if not isKept then return { "unkept", head[1] } end

local text = string.format("%.0f", below - 1)
local fields = redis.call("XRANGE", KEYS[2], "0-" .. text, "0-" .. text)[1][2]
redis.call("HSET", KEYS[1], "base", text, "baselink", fields[#fields])
redis.call("XTRIM", KEYS[2], "MINID", "0-" .. ARGV[1])
for _, name in ipairs(redis.call("HKEYS", KEYS[3])) do
  if tonumber(string.match(name, "^%d+")) < below - 1 then redis.call("HDEL", KEYS[3], name) end
end
return { "done", head[1] }
