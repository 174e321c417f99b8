-- Logs which actions there were, without their fields: one of them is a password.
local udf = require "udf"

return udf.middleware {
  name = "log",
  after = function(cx, action, changes) cx.log("info", action.type .. ", changes: " .. #changes) end,
}
