-- The scenes of the flow __NAME__.
local udf = require "udf"

return {
  udf.scene { name = "__NAME__Overview", view = function() return { title = "Overview" } end },
  udf.scene { name = "__NAME__Detail", view = function(_, params) return { title = "Detail " .. params.id } end },
}
