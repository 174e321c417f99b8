-- Closures and goto: which variables functions share, and where a jump may lead.
return function(check, phase)
  -- Each iteration of a loop has new variables.
  local loops = {
    numeric = function(add) for i = 1, 30 do add(function(n) if n then i = n end return i end, i) end end,
    generic = function(add) for _, x in ipairs { 5, 6, 7, 8, 9 } do add(function(n) if n then x = n end return x end, x) end end,
    ["while"] = function(add)
      local i = 1
      while i <= 30 do
        local x = i * 2
        add(function(n) if n then x = n end return x end, x)
        i = i + 1
      end
    end,
    ["repeat"] = function(add)
      local i = 0
      repeat
        i = i + 1
        local x = i * 3
        add(function(n) if n then x = n end return x end, x)
      until x >= 90
    end,
    ["goto"] = function(add)
      local i = 0
      ::again::
      do
        local x = i * 5
        add(function(n) if n then x = n end return x end, x)
      end
      i = i + 1
      if i < 30 then goto again end
    end,
  }
  for name, loop in pairs(loops) do
    local all, values = {}, {}
    loop(function(f, value) all[#all + 1], values[#values + 1] = f, value end)
    for i, f in ipairs(all) do check(f() == values[i], "a closure keeps the variable of its round: " .. name) end
    for i, f in ipairs(all) do check(f(-i) == -i, "a closure can write it: " .. name) end
    for i, f in ipairs(all) do check(f() == -i, "the others do not see that: " .. name) end
  end

  -- Two closures over one variable share it, at every depth.
  for depth = 1, 30 do
    local value = 0
    local function get() return value end
    local function nest(n) if n == 0 then return function(x) value = x end end local inner = nest(n - 1) return function(x) inner(x) end end
    local set = nest(depth)
    for i = 1, 3 do
      set(i * depth)
      check(get() == i * depth, "a write through nested closures is seen by the others")
    end
  end

  -- Recursion through a local function, and mutual recursion.
  local function fib(n) if n < 2 then return n end return fib(n - 1) + fib(n - 2) end
  local before, now = 0, 1
  for n = 1, 18 do
    check(fib(n) == now, "a local function calls itself")
    before, now = now, before + now
  end
  local is_odd
  local function is_even(n) if n == 0 then return true end return is_odd(n - 1) end
  function is_odd(n) if n == 0 then return false end return is_even(n - 1) end
  for n = 0, 60 do
    check(is_even(n) == (n % 2 == 0), "two functions call each other")
    check(is_odd(n) == (n % 2 == 1), "in both directions")
  end
  check(is_even(20000), "calls in tail position need no stack")

  -- Fixed points without names: the Y combinator.
  local function Y(f) return (function(x) return x(x) end)(function(x) return f(function(...) return x(x)(...) end) end) end
  local product = 1
  local factorial = Y(function(self) return function(n) return n == 0 and 1 or n * self(n - 1) end end)
  for n = 1, 20 do
    product = product * n
    check(factorial(n) == product, "a function without a name calls itself through Y")
  end

  -- Currying and composition.
  local function curry(f, n, ...)
    local given = table.pack(...)
    if n == 0 then return f(table.unpack(given, 1, given.n)) end
    return function(x)
      local more = table.pack(table.unpack(given, 1, given.n))
      more[given.n + 1] = x
      return curry(f, n - 1, table.unpack(more, 1, given.n + 1))
    end
  end
  for a = 1, 5 do
    for b = 1, 5 do
      for c = 1, 5 do
        check(curry(function(x, y, z) return x * 100 + y * 10 + z end, 3)(a)(b)(c) == a * 100 + b * 10 + c, "arguments given one by one")
      end
    end
  end

  -- goto as continue, as a way out of nested loops, and backwards.
  local kept = {}
  for i = 1, 60 do
    if i % 3 == 0 then goto continue end
    kept[#kept + 1] = i
    ::continue::
  end
  check(#kept == 40, "goto continue leaves out a third")
  for _, i in ipairs(kept) do check(i % 3 ~= 0, "what is left out is not there") end
  for goal = 1, 40 do
    local a, b
    for x = 1, 10 do
      for y = 1, 10 do
        if x * y == goal then
          a, b = x, y
          goto found
        end
      end
    end
    ::found::
    check(a == nil or a * b == goal, "goto leaves two loops at once")
    local possible = false
    for x = 1, 10 do possible = possible or goal % x == 0 and goal // x <= 10 end
    check((a ~= nil) == possible, "it is taken only where the condition holds")
  end
  for most = 0, 25 do
    local n, sum = 0, 0
    ::top::
    if n < most then
      n = n + 1
      sum = sum + n
      goto top
    end
    check(sum == most * (most + 1) // 2, "goto backwards is a loop")
  end

  -- A machine of states by goto.
  local function accepts(text)
    local at, c = 0, nil
    ::start:: at = at + 1 c = text:sub(at, at)
    if c == "a" then goto inside elseif c == "" then return true else return false end
    ::inside:: at = at + 1 c = text:sub(at, at)
    if c == "b" then goto start elseif c == "a" then goto inside else return false end
  end
  for n = 0, 4 ^ 4 - 1 do
    local text, rest = "", n
    for _ = 1, 4 do
      text = text .. ("ab  "):sub(rest % 4 + 1, rest % 4 + 1):gsub(" ", "")
      rest = rest // 4
    end
    check(accepts(text) == (text:gsub("a+b", "") == ""), "states by goto accept the same as a pattern")
  end

  -- Where labels are seen. Compiling needs `load`, which pure phases refuse.
  if phase == "load" or phase == "effect" then
    local wrong = {
      { "goto x", "no visible label 'x' for " },
      { "do ::x:: end goto x", "no visible label 'x' for " },
      { "goto x; local a ::x:: print(a)", "<goto x> at line 1 jumps into the scope of local 'a'" },
      { "::x:: ::x::", "label 'x' already defined on line 1" },
      { "::x:: do ::x:: end", "label 'x' already defined on line 1" },
      { "break", "outside" },
      { "repeat goto done; local a = 1; ::done:: until a", "jumps into the scope of local 'a'" },
      { "do goto x end; local function f() ::x:: end", "no visible label 'x'" },
      { "goto = 1", "<name> expected near '='" },
    }
    for _, each in ipairs(wrong) do
      local f, problem = load(each[1], "=x")
      check(f == nil and problem:find(each[2], 1, true), "refused: " .. each[1])
    end
    local fine = {
      "do goto x; local a ::x:: end return 1", "goto x; do ::x:: end ::x:: return 1", "::x:: return 1", "do ::x:: end do ::x:: end return 1",
      "for _ = 1, 3 do goto on ::on:: end return 1", "goto f; ::f:: do return 1 end",
      "local function f() ::x:: end ::x:: return 1", "goto e; local a; ::e:: ; ::g:: do return 1 end",
    }
    for _, text in ipairs(fine) do
      local f, problem = load(text)
      local jumps = problem and problem:find("jumps into the scope", 1, true) or problem and problem:find("already defined", 1, true)
      check(f == nil and jumps or f and f() == 1, "compiled or refused for its scopes: " .. text)
    end
  end
end
