-- luacheck: read globals state libraries
-- Prints what does not work: the phase, the library and the first line of the problem.
for _, phase in ipairs { "load", "effect", "reducer" } do
  local count = 0
  for name, result in pairs(state.libraries[phase]) do
    count = count + 1
    if result ~= "ok" then print(("%s: %s: %s"):format(phase, name, result:match("^[^\n]*"))) end
  end
  print(("%s: %d libraries"):format(phase, count))
end
