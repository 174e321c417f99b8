-- Opens an account. Knows no screen: its outputs say how it goes.
local udf = require "udf"

return udf.usecase {
  name = "login",
  outputs = { "didStart", "didSucceed", "didFail" },
  run = function(cx, input, output)
    output.didStart()
    if input.name == "" then return output.didFail { message = "Who are you?" } end
    local isOk, result = pcall(cx.services.accounts.open, input.name, input.password)
    if isOk then output.didSucceed { user = result.name } else output.didFail { message = result.message } end
  end,
}
