-- Logs what is read, and in which category it was found: it looks on, and comes before the reducers.
local udf = require "udf"

return udf.middleware {
  name = "history",
  before = function(cx, action)
    if action.type == "reader/select" then
      cx.log("info", ("read %s, from %s"):format(action.id, cx.state.reader.category or "all"))
    end
  end,
}
