-- Local variables: scopes, shadowing, `const` and `close`.
return function(check, phase)
  -- Shadowing.
  for depth = 1, 60 do
    local x = depth
    do
      local x = x * 2
      check(x == depth * 2, "the initial value sees the outer variable")
      do
        local x, y = x + 1, x
        check(x == depth * 2 + 1 and y == depth * 2, "all initial values see the outer variables")
      end
      check(x == depth * 2, "the inner variable is gone after its block")
    end
    check(x == depth, "the outer variable is as it was")
    if x then local x = nil check(x == nil, "a block of if is a scope") end
    while x do local x = x break end
    repeat local x = depth + 1 until x == depth + 1
    check(x == depth, "bodies of loops are scopes")
  end
  do
    local function f() return f end
    local g = function() return g end  -- luacheck: ignore
    check(f() == f, "a local function sees itself")
    check(g() == nil, "a function in an initial value does not see the variable")
  end

  -- Assignments of several values.
  for given = 0, 12 do
    local values = {}
    for i = 1, given do values[i] = i end
    local a, b, c, d = table.unpack(values, 1, given)
    local all = { a, b, c, d }
    for i = 1, 4 do check(all[i] == (i <= given and i or nil), "missing values are nil, and what is too much is left out") end
    local e, f, g = 0, table.unpack(values, 1, given)
    check(e == 0 and f == values[1] and g == values[2], "the last expression gives the rest")
    local h, i = table.unpack(values, 1, given), "last"
    check(h == values[1] and i == "last", "another expression gives one value")
    local j = (table.unpack(values, 1, given))
    check(j == values[1], "parentheses leave one value")
  end
  for n = 1, 40 do
    local t = { n, n + 1 }
    local i = 1
    i, t[i] = 2, "x"
    check(i == 2 and t[1] == "x" and t[2] == n + 1, "the places of an assignment are evaluated before it")
    local a, b = n, -n
    a, b = b, a
    check(a == -n and b == n, "two variables are swapped")
  end

  -- Many variables: a function has up to 200.
  local names, text = {}, {}
  for i = 1, 100 do names[i], text[i] = "v" .. i, tostring(i) end
  local loads = phase == "load" or phase == "effect"
  if loads then
    local all = table.pack(load("local " .. table.concat(names, ",") .. " = " .. table.concat(text, ",") .. " return " .. table.concat(names, ","))())
    check(all.n == 100, "100 variables")
    for i = 1, all.n do check(all[i] == i, "each has its value") end
    for i = 101, 201 do names[i] = "v" .. i end
    local f, problem = load("local " .. table.concat(names, ","))
    check(f == nil and problem:find("too many local variables", 1, true), "more than 200 are refused")
  end

  -- const.
  for n = 1, 50 do
    local whole <const>, word <const>, none <const> = n, "w" .. n, nil
    local function get() return whole, word, none end
    local a, b, c = get()
    check(a == n and b == "w" .. n and c == nil, "a constant is a value of the closure")
    local list <const> = { n }
    list[1] = list[1] + 1
    check(list[1] == n + 1, "the content of a constant may change")
  end
  if loads then
    for _, each in ipairs {
      { "local x <const> = 1; x = 2", "attempt to assign to const variable 'x'" },
      { "local x <const> = 1; local function f() x = 2 end", "attempt to assign to const variable 'x'" },
      { "local x <close> = nil; x = 2", "attempt to assign to const variable 'x'" },
      { "local x <const>, y = 1, 2; y = 3; x = 4", "attempt to assign to const variable 'x'" },
      { "for i = 1, 2 do local j <const> = i; j = 3 end", "attempt to assign to const variable 'j'" },
      { "local x <other> = 1", "unknown attribute 'other'" },
      { "local x <close>, y <close> = nil, nil", "multiple to-be-closed variables in local list" },
      { "local x < const = 1", "'>' expected near '='" },
      { "local function f() local x <const> = 1; return function() x = x + 1 end end", "attempt to assign to const variable 'x'" },
    } do
      local f, problem = load(each[1])
      check(f == nil and problem:find(each[2], 1, true), "refused: " .. each[1])
    end
    for _, fine in ipairs { "local x <const>", "local x <close> = nil", "local x <close> = false", "local x<const>,y<close> =1,nil return x",
      "local x <const> = 1 do local x = 2 x = 3 end", "local a <const> <const> = 1" } do
      local f = load(fine)
      check((f ~= nil) == (fine ~= "local a <const> <const> = 1"), "attribs: " .. fine)
    end
  end

  -- close: at every way out of a block, in reverse order, with the error.
  local function closing(log, name, problem)
    return setmetatable({}, { __close = function(_, e)
      log[#log + 1] = name .. ":" .. tostring(e)
      if problem then error(problem, 0) end
    end })
  end
  local ways = {
    ["end"] = function(log) do local n, x <close> = #log, closing(log, "x") check(#log == n and x, "not before the end") end end,
    ["return"] = function(log) local x <close> = closing(log, "x") return x end,
    ["break"] = function(log) while true do local x <close> = closing(log, "x") if x then break end end end,
    ["goto"] = function(log) do local x <close> = closing(log, "x") if x then goto out end end ::out:: end,
    ["round"] = function(log) for _ = 1, 1 do local _ <close> = closing(log, "x") end end,
  }
  for name, way in pairs(ways) do
    for times = 1, 10 do
      local log = {}
      for _ = 1, times do way(log) end
      check(#log == times, "closed once at: " .. name)
      for _, entry in ipairs(log) do check(entry == "x:nil", "without an error at: " .. name) end
    end
  end
  for count = 1, 20 do
    local log = {}
    local function open(n)
      if n == 0 then error("oops", 0) end
      local x <close> = closing(log, "v" .. n)
      open(n - 1)
      return x
    end
    local done, problem = pcall(open, count)
    check(not done and problem == "oops" and #log == count, "an error closes all variables")
    for i, entry in ipairs(log) do check(entry == "v" .. i .. ":oops", "in reverse order, with the error") end
  end
  do
    local log = {}
    local done, problem = pcall(function()
      local a <close> = closing(log, "a")
      local b <close> = closing(log, "b", "from b")
      local c <close> = closing(log, "c", "from c")
      error("body", 0)
      return a, b, c  -- luacheck: ignore
    end)
    check(not done and problem == "from b", "an error while closing takes the place of the one before")
    check(log[1] == "c:body" and log[2] == "b:from c" and log[3] == "a:from b", "each variable gets the error of its time")
  end
  for _, value in ipairs { 1, "x", true, {} } do
    local done, problem = pcall(function() local x <close> = value return x end)
    check(not done and problem:find("variable 'x' got a non-closable value", 1, true), "what has no __close is refused")
  end
  for _, value in ipairs { false } do
    check(pcall(function() local x <close> = value return x end), "false needs no closing")
  end
  check(pcall(function() local x <close> = nil return x end), "nil needs no closing")

  -- The fourth value of a generic loop is closed.
  for stop = 1, 20 do
    local log = {}
    local function each(most)
      return function(_, i) if i < most then return i + 1 end end, nil, 0, closing(log, "loop")
    end
    local sum = 0
    for i in each(stop) do sum = sum + i end
    check(sum == stop * (stop + 1) // 2 and #log == 1, "closed at the end of the loop")
    for i in each(stop) do if i == (stop + 1) // 2 then break end end
    check(#log == 2, "closed at break")
    local function first() for i in each(stop) do return i end end
    check(first() == 1 and #log == 3, "closed at return")
    check(not pcall(function() for _ in each(stop) do error("x") end end) and log[4]:find("loop:", 1, true) == 1 and log[4] ~= "loop:nil",
      "closed at an error, with it")
  end

  -- Values that are returned are not changed by what closes.
  for n = 1, 20 do
    local x = n
    local function f()
      local _ <close> = setmetatable({}, { __close = function() x = -1 end })
      return x, x + 1, x + 2
    end
    local a, b, c = f()
    check(a == n and b == n + 1 and c == n + 2 and x == -1, "the results are evaluated before the closing")
  end

  -- Variable arguments.
  local function pack(...) return select("#", ...), ... end
  for count = 0, 30 do
    local t = {}
    for i = 1, count do t[i] = i end
    local got = table.pack(pack(table.unpack(t, 1, count)))
    check(got[1] == count and got.n == count + 1, "select('#') counts all")
    for i = 1, count do check((select(i, table.unpack(t, 1, count))) == i, "select from the left") end
    for i = 1, count do check((select(-i, table.unpack(t, 1, count))) == count - i + 1, "select from the right") end
  end
end
