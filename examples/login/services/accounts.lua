-- Accounts by name, in memory.
local passwords = { ada = "engine", grace = "moth" }

return {
  open = function(name, password)
    if passwords[name] ~= password then error { code = "denied", message = "The name or the password is wrong." } end
    return { name = name }
  end,
}
