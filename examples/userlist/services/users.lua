-- The users as their server has them. What is above knows no HTTP, and can rely on what it is given.
local server = require "lib.server"

local url = "http://" .. server .. "/users"

-- An answer that is not ok says why in its JSON.
local function checked(answer)
  if answer.ok then return answer end
  local reason = answer.json and answer.json.message or "the server answered with status " .. answer.status
  error { code = "status", message = reason }
end

local function checkedUsers(users)
  for i, user in ipairs(users) do
    for _, key in ipairs { "id", "name", "email" } do
      if type(user[key]) ~= "string" then
        error { code = "badResponse", message = ("user %d of the server's answer has no %s"):format(i, key) }
      end
    end
  end
  return users
end

return function(core)
  local http = core.http
  return {
    list = function() return checkedUsers(checked(http.get(url, { json = true })).json) end,
    delete = function(id) checked(http.delete(url .. "/" .. id)) end,
  }
end
