-- Prints the speed of our functions and of the stock functions. Arguments: stock, ours.
local stock, ours = ...
local words = ("the quick brown fox jumps over the lazy dog, 12 times; "):rep(200)
local line = "   key_name = some value here 42   "
local log = "2024-05-17T09:41:07 [warn] net.http: GET /articles/42?page=3 took 153 ms"
local cases = {
  { "trim", 200000, function(s) return s.match(line, "^%s*(.-)%s*$") end },
  { "key = value", 200000, function(s) return s.match(line, "^%s*([%w_]+)%s*=%s*(.-)%s*$") end },
  { "date", 200000, function(s) return s.match(log, "^(%d+)-(%d+)-(%d+)T(%d+):(%d+):(%d+)") end },
  { "find short", 400000, function(s) return s.find(line, "=") end },
  { "find plain, long", 3000, function(s) return s.find(words, "not there", 1, true) end },
  { "find class, long", 1000, function(s) return s.find(words, "%u%d") end },
  { "find literal first", 1000, function(s) return s.find(words, "z%d") end },
  { "split words", 100, function(s) for _ in s.gmatch(words, "%a+") do end end },
  { "split fields", 100, function(s) for _ in s.gmatch(words, "([^,;]*)[,;]") do end end },
  { "lazy", 300, function(s) return s.gsub(words, "t(.-)x", "%1") end },
  { "gsub template", 100, function(s) return s.gsub(words, "(%w+) (%w+)", "%2 %1") end },
  { "gsub function", 100, function(s) return s.gsub(words, "%w+", function(w) return w end) end },
  { "gsub table", 100, function(s) return s.gsub(words, "%w+", { fox = "cat" }) end },
  { "gsub spaces", 300, function(s) return s.gsub(words, "%s+", "") end },
  { "balanced", 100000, function(s) return s.match("f(a, g(b, (c)), d) + 1", "%b()") end },
  { "frontier", 300, function(s) return s.gsub(words, "%f[%w]%w+", "x") end },
  { "backtracking", 20, function(s) return s.find(words, "^(.*)fox(.*)cat") end },
  { "rep", 1000, function(s) return s.rep("abc", 20000, ",") end },
  { "format", 200000, function(s) return s.format("%s-%d %5.1f", "x", 3, 2.5) end },
}
local function time(run, lib, count)
  local best = math.huge
  for _ = 1, 3 do
    local start = os.clock()
    for _ = 1, count do run(lib) end
    best = math.min(best, os.clock() - start)
  end
  return best / count * 1e9
end
for _, case in ipairs(cases) do
  local name, count, run = table.unpack(case)
  local theirs, own = time(run, stock, count), time(run, ours, count)
  print(("%-20s stock %10.0f ns  ours %10.0f ns  ratio %.2f"):format(name, theirs, own, own / theirs))
end
