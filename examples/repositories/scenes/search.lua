-- The one screen, over whichever feature it is given.
local udf = require "udf"

local function results(view, ui)
  if view.isLoading then return ui.text "searching …" end
  if view.problem then return ui.error(view.problem) end
  if #view.rows == 0 then return ui.empty "no repositories" end
  return ui.list(view.rows, function(row) return ui.row { text = row.title, detail = row.detail } end)
end

return function(feature)
  return udf.scene {
    name = feature .. "Search",
    model = { "view." .. feature },
    view = function(model) return model.view[feature] end,
    events = { appear = feature .. ".appear", search = feature .. ".search" },
    screen = udf.screen(function(view, ui)
      return {
        ui.title "Repositories",
        ui.fields { { label = "search", value = view.query, event = "search" } },
        results(view, ui),
      }
    end),
  }
end
