-- Runs all files in stock Lua: `lua5.4 run.lua` prints the number of assertions.
local count, failed = 0, 0
for _, name in ipairs { "coroutines", "closures", "locals", "errors", "formats" } do
  dofile(name .. ".lua")(function(ok, what)
    count = count + 1
    if not ok then
      failed = failed + 1
      print("FAILED: " .. name .. ": " .. what)
    end
  end, arg[1] or "load")
end
print(count)
os.exit(failed == 0)
