-- Appends a batch. KEYS: head, entries, hosts.
-- ARGV: epoch or "", host, number of the first action, expected head or "", then for each action its cause's
-- host and number, its stamp, body, and digest.
-- Returns the outcome of the batch, and a number or text with its details.
-- luacheck: std lua51, globals redis KEYS ARGV
local host = ARGV[2]
local head = redis.call("HMGET", KEYS[1], "epoch", "position", "link")
local epoch, position, link = head[1], tonumber(head[2]), head[3]
if not epoch then return { "missing", "" } end
if ARGV[1] ~= "" and ARGV[1] ~= epoch then return { "epoch", epoch } end

local function text(number) return string.format("%.0f", number) end

local number, count = tonumber(ARGV[3]), (#ARGV - 4) / 5
local last, at = string.match(redis.call("HGET", KEYS[3], host) or "0 0", "^(%d+) (%d+)$")
local present = tonumber(last) - number + 1
if present < 0 then return { "gap", last } end
if present >= count then return { "committed", at } end
if ARGV[4] ~= "" and tonumber(ARGV[4]) ~= position then return { "rejected", text(position) } end

for index = present, count - 1 do
  local field = 5 + index * 5
  local previous = link
  position = position + 1
  link = string.sub(redis.sha1hex(previous .. ARGV[field + 4]), 1, 16)
  redis.call("XADD", KEYS[2], "0-" .. text(position), "h", host, "n", text(number + index), "ch", ARGV[field],
    "cn", ARGV[field + 1], "s", ARGV[field + 2], "b", ARGV[field + 3], "p", previous, "l", link)
end
redis.call("HSET", KEYS[1], "position", text(position), "link", link)
redis.call("HSET", KEYS[3], host, text(number + count - 1) .. " " .. text(position))
return { "committed", text(position) }
