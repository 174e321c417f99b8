-- Scripts that spend time inside C functions. Each part has a name, the phases that it runs in, code that runs before
-- without a budget, and, after the line `-- attack`, code that runs with a budget. (One comparison of texts cannot be stopped: 7 ns for
-- each zero. Longer ones are for the watchdog.)

--- comparing texts of zeros: effect reducer view
a = ("\0"):rep(5000000)
-- attack
while true do local x = a < a end

--- sorting texts of zeros: effect reducer view
a = ("\0"):rep(20000000)
t = {} for i = 1, 2000 do t[i] = a end
-- attack
local copy = table.move(t, 1, #t, 1, {})
table.sort(copy)

--- os.date with a long format: effect
format = ("%c"):rep(5000000)
-- attack
while true do pcall(os.date, format) end

--- numbers of long texts: effect reducer view
digits = ("1"):rep(20000000)
-- attack
while true do local x = tonumber(digits), tonumber(digits, 36), pcall(function() return digits + 0 end) end

--- a chain of __index that is a loop, through colliding keys: effect reducer view
t = {} for i = 1, 20000 do t[i * ((1 << 16) - 1)] = true end
setmetatable(t, { __index = t })
key = 20001 * ((1 << 16) - 1)
-- attack
while true do pcall(function() return t[key] end) end

--- rehashing colliding keys: effect reducer view
-- attack
while true do local t = {} for i = 1, 1 << 13 do t[i * ((1 << 12) - 1)] = true end end

--- tracebacks of a deep stack: effect reducer view
-- attack
local function deep(n) if n > 0 then return 1 + deep(n - 1) end while true do debug.traceback("x") end end
deep(150000)

--- errors on a deep stack: effect reducer view
-- attack
local function deep(n) if n > 0 then return 1 + deep(n - 1) end while true do pcall(error, "x", 140000) end end
deep(150000)

--- keys that are long texts: effect reducer view
base = ("x"):rep(10000000)
-- attack
local t = {} for i = 1, math.huge do t[base .. i] = nil local _ = t[base .. i] end

--- a text for each byte: effect reducer view
long = ("x"):rep(900000)
-- attack
while true do select("#", long:byte(1, -1)) table.pack(table.unpack(table.pack(long:byte(1, -1)))) end

--- patterns: effect reducer view
long = ("x"):rep(10000000)
-- attack
while true do long:find(".-b") long:gsub("x-y", "") long:match("(.-)%1y") long:find("%bxy") long:find("%f[y]") end

--- formats of long texts: effect reducer view
long = ("\1"):rep(2000000)
-- attack
while true do ("%q%s"):format(long, long) long:upper() long:reverse() long:rep(2) string.pack("s4z", long, "") utf8.len(long) end

--- plain finds: effect reducer view
long = ("a"):rep(10000000)
needle = ("a"):rep(5000000) .. "b"
-- attack
while true do long:find(needle, 1, true) end

--- many places in a list of the state: reducer
-- attack
local list = {} state.items = list
for i = 1, 20000 do list[i] = { i } end
for i = 1, 20000 do list[20000 + i] = list[i] end

--- a table in two lists of the state: reducer
-- attack
local one = {} local a, b = {}, {}
for i = 1, 100000 do a[i] = one b[i] = { one } end
state.a = a state.b = b

--- lists that are written again and again: reducer
-- attack
state.items = {}
for i = 1, 30000 do table.insert(state.items, 1, { i }) end
error("no")

--- inserts before a long list: reducer
-- attack
local list = {} for i = 1, 1000000 do list[i] = i end
state.items = list
for i = 1, 1000000 do table.insert(state.items, 1, i) end

--- sorting a list of the state again and again: reducer
-- attack
local list = {} for i = 1, 200000 do list[i] = -i end
state.items = list
for i = 1, 1000 do table.sort(state.items, function(a, b) if i % 2 == 0 then return a < b end return a > b end) end

--- loops with next that restart: effect reducer view
t = {} for i = 1, 300000 do t["k" .. i] = i end
-- attack
while true do local k = next(t) local l = next(t, k) end

--- loops with pairs that restart: effect reducer view
t = {} for i = 1, 300000 do t["k" .. i] = i end
-- attack
while true do for k in pairs(t) do break end end

--- chains of weak tables: effect reducer view
-- attack
local m, first = { __mode = "k" }, {}
local all, at = {}, first
for i = 1, 20000 do local key = {} all[i] = setmetatable({ [at] = key }, m) at = key end
while true do local garbage = {} for i = 1, 100 do garbage[i] = {} end end

--- closing many variables: effect reducer view
-- attack
local m = { __close = function() end }
local function f(n) local a <close> = setmetatable({}, m) if n > 0 then return 1 + f(n - 1) end while true do end end
f(10000)

--- coroutines inside one another: effect reducer view
-- attack
local function nest(n) local c = coroutine.wrap(function() if n > 0 then nest(n - 1) end while true do coroutine.yield() end end) while true do c() end end
nest(150)

--- an error that is a large table: effect reducer view
large = {} for i = 1, 300000 do large["k" .. i] = { i } end
-- attack
error(large)

--- a large result: view
large = {} for i = 1, 1000000 do large[i] = { i } end
-- attack
return large

--- an action with large data: effect
large = {} for i = 1, 1000000 do large[i] = { i } end
-- attack
act{ large = large }

--- concatenations: effect reducer view
long = ("x"):rep(1000000)
t = {} for i = 1, 1000 do t[i] = long end
-- attack
while true do pcall(table.concat, t, long) end

--- texts that grow: effect reducer view
-- attack
while true do local s = "x" for i = 1, 22 do s = s .. s end end

--- moves of a table: effect reducer view
t = {} for i = 1, 1000000 do t[i] = i end
-- attack
while true do table.move(t, 1, 1000000, 2, {}) end
