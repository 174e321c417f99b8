extension AppFolder {
  /// A cart of ten thousand goods with a screen: rows, fields, a button.
  static func shop() -> AppFolder {
    AppFolder(
      app: "return require(\"udf\").app { name = \"shop\", features = { require \"features.shop\" } }",
      features: ["shop": shopFeature])
  }

  private static let shopFeature = """
    local udf = require "udf"
    return udf.feature {
      name = "shop",
      state = { name = "", last = "nothing", count = 3 },
      events = {
        nameChanged = function(event) return { type = "rename", text = event.text } end,
        tap = function(event) return { type = "take", item = event.item } end,
        more = "grow",
      },
      reduce = {
        rename = function(state, action) state.name = action.text end,
        take = function(state, action) state.last = action.item end,
        grow = function(state) state.count = 10000 end,
        other = function(state) state.unseen = true end,
        later = function() end,
        burst = function() end,
      },
      effects = {
        later = function(cx) cx.sleep(0.3) cx.send { type = "take", item = "a gift" } end,
        burst = function(cx)
          cx.sleep(0.2)
          for i = 1, 40 do cx.send { type = "take", item = "burst " .. i } end
        end,
      },
      view = function(state)
        local rows = {}
        for i = 1, state.count do rows[i] = "item " .. i end
        return { rows = rows, name = state.name, last = state.last }
      end,
      screen = udf.screen(function(view, ui)
        return {
          ui.title("Shop", "taken: " .. view.last),
          ui.fields { { label = "Name", value = view.name, event = "nameChanged" } },
          ui.list(view.rows, function(row) return ui.row { text = row, event = "tap", fields = { item = row } } end),
          ui.button("More", "more"),
        }
      end),
    }
    """
}
