extension AppFolder {
  /// Ten thousand articles in a list. Each has a screen, on which a note can be written.
  static func journey() -> AppFolder { AppFolder(app: journeyApp, features: ["articles": articlesFeature]) }

  private static let journeyApp = """
    local udf = require "udf"
    return udf.app {
      name = "journey",
      features = { require "features.articles" },
      flow = udf.flow {
        start = "list",
        routes = { list = { scene = "list" }, article = { scene = "article", link = "/articles/:at" } },
        on = { ["articles.selected"] = function(nav, event) nav.push("article", { at = event.at }) end },
      },
      scenes = {
        udf.scene {
          name = "list", view = function() return {} end, events = { tap = "articles.select" },
          screen = udf.screen(function(_, ui)
            local rows = {}
            for i = 1, 10000 do rows[i] = i end
            return {
              ui.title "Articles",
              ui.list(rows, function(i)
                return ui.row { text = "Article " .. i, event = "tap", fields = { at = tostring(i) } }
              end),
            }
          end),
        },
        udf.scene {
          name = "article", model = { "articles.notes" }, events = { note = "articles.note" },
          view = function(model, params) return { at = params.at, note = model.articles.notes[params.at] } end,
          screen = udf.screen(function(view, ui)
            return {
              ui.title("Article " .. view.at),
              ui.fields { { label = "Note", value = view.note or "", event = "note" } },
            }
          end),
        },
      },
    }
    """

  private static let articlesFeature = """
    local udf = require "udf"
    return udf.feature {
      name = "articles",
      state = { notes = {} },
      events = { select = "select", note = function(event) return { type = "write", at = event.at, text = event.text } end },
      reduce = {
        select = function() end,
        write = function(state, action) state.notes[action.at] = action.text end,
      },
      emits = { select = "selected" },
    }
    """
}
