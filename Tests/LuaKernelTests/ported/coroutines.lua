-- Coroutines: what they pass in and out, their states, errors in them, and what runs across their borders.
return function(check)
  -- Values pass in both directions, in any number.
  for count = 0, 40 do
    local co = coroutine.create(function(...)
      local got = table.pack(...)
      while true do got = table.pack(coroutine.yield(table.unpack(got, 1, got.n))) end
    end)
    for round = 1, 3 do
      local sent = {}
      for i = 1, count do sent[i] = i % 4 ~= 0 and i * round or nil end
      local back = table.pack(coroutine.resume(co, table.unpack(sent, 1, count)))
      check(back[1] == true, "resume of a suspended coroutine is true")
      check(back.n == count + 1, "as many values come back as were sent")
      for i = 1, count do check(back[i + 1] == sent[i], "each value comes back at its place") end
    end
  end

  -- States.
  local outer
  outer = coroutine.create(function()
    check(coroutine.status(outer) == "running", "a coroutine that runs is running")
    check(coroutine.running() == outer, "running returns the coroutine itself")
    check(coroutine.isyieldable(), "a coroutine may yield")
    local inner = coroutine.create(function()
      check(coroutine.status(outer) == "normal", "a coroutine that resumed another one is normal")
      local ok, message = coroutine.resume(outer)
      check(not ok and message == "cannot resume non-suspended coroutine", "a normal coroutine cannot be resumed")
    end)
    check(coroutine.status(inner) == "suspended", "a new coroutine is suspended")
    check(coroutine.resume(inner), "the inner coroutine ends well")
    check(coroutine.status(inner) == "dead", "a coroutine that has returned is dead")
    local ok, message = coroutine.resume(outer)
    check(not ok and message == "cannot resume non-suspended coroutine", "a running coroutine cannot be resumed")
  end)
  check(coroutine.status(outer) == "suspended", "before its first resume a coroutine is suspended")
  check(coroutine.resume(outer), "the outer coroutine ends well")
  local ok, message = coroutine.resume(outer)
  check(not ok and message == "cannot resume dead coroutine", "a dead coroutine cannot be resumed")

  -- Producers, filters and consumers.
  local function numbers(most) return coroutine.wrap(function() for i = 2, most do coroutine.yield(i) end end) end
  local function without(factor, source)
    return coroutine.wrap(function() for n in source do if n % factor ~= 0 then coroutine.yield(n) end end end)
  end
  local source, primes = numbers(200), {}
  while true do
    local n = source()
    if not n then break end
    primes[#primes + 1] = n
    source = without(n, source)
  end
  check(#primes == 46, "a chain of 46 filters finds the primes below 200")
  for i, prime in ipairs(primes) do
    local divisors = 0
    for d = 1, prime do if prime % d == 0 then divisors = divisors + 1 end end
    check(divisors == 2, "the filters let only primes pass")
    check(i == 1 or primes[i - 1] < prime, "the primes come in order")
  end

  -- Permutations by recursion inside one coroutine.
  local function permute(list, n)
    n = n or #list
    if n <= 1 then coroutine.yield(table.concat(list)) return end
    for i = 1, n do
      list[n], list[i] = list[i], list[n]
      permute(list, n - 1)
      list[n], list[i] = list[i], list[n]
    end
  end
  local seen, count = {}, 0
  for text in coroutine.wrap(function() permute { "a", "b", "c", "d", "e" } end) do
    check(not seen[text] and #text == 5, "no permutation comes twice")
    seen[text], count = true, count + 1
  end
  check(count == 120, "five letters have 120 permutations")

  -- Trees, walked side by side.
  local function tree(low, high)
    if low > high then return nil end
    local middle = (low + high) // 2
    return { key = middle, left = tree(low, middle - 1), right = tree(middle + 1, high) }
  end
  local function walk(node)
    if not node then return end
    walk(node.left)
    coroutine.yield(node.key)
    walk(node.right)
  end
  local left, right = coroutine.wrap(walk), coroutine.wrap(walk)
  local a, b = left(tree(1, 100)), right(tree(1, 100))
  for i = 1, 100 do
    check(a == i and b == i, "two walks of a tree go in step")
    a, b = left(), right()
  end

  -- Yields across pcall, metamethods, iterators and comparison functions written in Lua.
  local meta = {}
  for _, name in ipairs { "add", "sub", "mul", "div", "idiv", "mod", "pow", "unm", "band", "bor", "bxor", "shl", "shr", "bnot", "concat", "len",
    "eq", "lt", "le", "index", "call" } do
    meta["__" .. name] = function() return coroutine.yield(name) end
  end
  meta.__newindex = function() coroutine.yield("newindex") end
  local function object() return setmetatable({}, meta) end
  local uses = {
    add = function(x, y) return x + y end, sub = function(x, y) return x - y end, mul = function(x, y) return x * y end,
    div = function(x, y) return x / y end, idiv = function(x, y) return x // y end, mod = function(x, y) return x % y end,
    pow = function(x, y) return x ^ y end, unm = function(x) return -x end, band = function(x, y) return x & y end,
    bor = function(x, y) return x | y end, bxor = function(x, y) return x ~ y end, shl = function(x, y) return x << y end,
    shr = function(x, y) return x >> y end, bnot = function(x) return ~x end, concat = function(x, y) return x .. y end,
    len = function(x) return #x end, index = function(x) return x.key end, call = function(x) return x() end,
    newindex = function(x) x.key = 1 return "set" end,
  }
  for name, use in pairs(uses) do
    local co = coroutine.wrap(function() return use(object(), object()) end)
    check(co() == name, "a metamethod yields: " .. name)
    check(co(7) == (name == "newindex" and "set" or 7), "the resumed metamethod gives the operator its result: " .. name)
  end
  for name, use in pairs { eq = function(x, y) return x == y end, lt = function(x, y) return x < y end, le = function(x, y) return x <= y end } do
    for _, answer in ipairs { true, false, 1, "x" } do
      local co = coroutine.wrap(function() return use(object(), object()) end)
      check(co() == name and co(answer) == (answer and true or false), "a comparison that yields gives a boolean: " .. name)
    end
  end
  for depth = 1, 20 do
    local function nested(n)
      if n == 0 then error(coroutine.yield("deep")) end
      local done, problem = pcall(nested, n - 1)
      error(not done and problem + 1)
    end
    local co = coroutine.wrap(function() return select(2, pcall(nested, depth)) end)
    check(co() == "deep", "a yield passes through nested protected calls")
    check(co(0) == depth, "the error after the yield passes through each of them")
  end
  local loop = coroutine.wrap(function()
    local sum = 0
    for n in function() return coroutine.yield("next") end do sum = sum + n end
    return sum
  end)
  loop()
  for n = 1, 20 do check(loop(n) == "next", "the loop asks its iterator again") end
  check(loop(nil) == 210, "the loop ends when the resumed iterator returns nil")

  -- Errors.
  for _, value in ipairs { "text", 12, true, 2.5 } do
    local co = coroutine.create(function() coroutine.yield() error(value, 0) end)
    coroutine.resume(co)
    local done, problem = coroutine.resume(co)
    check(not done and problem == value, "the value of an error comes out of resume")
    check(coroutine.status(co) == "dead", "a coroutine with an error is dead")
    check(select("#", coroutine.resume(co)) == 2, "resuming it again is an error with a message")
  end
  local wrapped = coroutine.wrap(function() error({ code = 7 }) end)
  local done, problem = pcall(wrapped)
  check(not done and problem.code == 7, "an error in a wrapped coroutine is raised where it was called")
  check(not pcall(wrapped), "and so is each later call")

  -- close.
  for yields = 0, 10 do
    local log = {}
    local co = coroutine.create(function()
      local first <close> = setmetatable({}, { __close = function(_, e) log[#log + 1] = "first" .. tostring(e) end })
      local second <close> = setmetatable({}, { __close = function(_, e) log[#log + 1] = "second" .. tostring(e) end })
      for _ = 1, yields do coroutine.yield() end
      return first and second
    end)
    for _ = 1, yields do coroutine.resume(co) end
    if yields > 0 then
      check(#log == 0 and coroutine.close(co), "a suspended coroutine can be closed")
      check(log[1] == "secondnil" and log[2] == "firstnil", "closing it closes its variables in reverse order")
    else
      check(coroutine.close(co) and #log == 0, "a coroutine that has not begun has nothing to close")
    end
    check(coroutine.status(co) == "dead" and coroutine.close(co), "a closed coroutine is dead, and can be closed again")
  end
  local failing = coroutine.create(function()
    local x <close> = setmetatable({}, { __close = function() error("closing", 0) end })
    coroutine.yield(x)
  end)
  coroutine.resume(failing)
  local closed, reason = coroutine.close(failing)
  check(closed == false and reason == "closing", "an error while it is closed is returned")
  check(not pcall(coroutine.close, coroutine.running()), "a running coroutine cannot be closed")

  -- Wrong arguments.
  for _, wrong in ipairs { 1, "x", true, {} } do
    for _, name in ipairs { "create", "wrap", "resume", "status", "close" } do
      check(not pcall(coroutine[name], wrong), "coroutine." .. name .. " refuses what is none")
    end
  end
end
