-- Creates the log unless it exists. KEYS: head. ARGV: format, epoch. Returns the log's format.
-- luacheck: std lua51, globals redis KEYS ARGV
if redis.call("EXISTS", KEYS[1]) == 0 then
  redis.call("HSET", KEYS[1], "format", ARGV[1], "epoch", ARGV[2], "position", "0", "link", ARGV[2], "base", "0",
    "baselink", ARGV[2])
end
return redis.call("HGET", KEYS[1], "format")
