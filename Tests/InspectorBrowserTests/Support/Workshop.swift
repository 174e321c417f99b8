/// An app with an effect that waits long, a server that refuses everything, and a screen with every kind of element.
enum Workshop {
  static func app(hostile text: String = "Ada") throws -> InspectedApp {
    try InspectedApp(files: files(hostile: text))
  }

  static func files(hostile text: String = "Ada") -> [String: String] {
    ["app.lua": app, "features/bench.lua": bench(text), "features/notes.lua": notes]
  }

  private static let app = """
    local udf = require "udf"
    return udf.app { name = "workshop", features = { require "features.bench", require "features.notes" } }
    """

  private static let notes = """
    local udf = require "udf"
    return udf.sync {
      name = "notes", key = "id", conflict = "mine", cache = "memory",
      remote = {
        pull = function() return { changes = {}, next = "t1" } end,
        push = function(cx, mutations)
          local answers = {}
          for i, mutation in ipairs(mutations) do
            answers[i] = { id = mutation.id, refused = { code = "full", message = "no room" } }
          end
          return answers
        end,
      },
    }
    """

  private static func bench(_ text: String) -> String {
    """
    local udf = require "udf"
    local text = [==[\(text)]==]
    return udf.feature {
      name = "bench",
      state = { name = text, count = 0, [text] = { inner = text } },
      actions = { wait = {}, short = {}, put = { text = "string" }, fill = {} },
      events = { name = function(event) return { type = "put", text = event.text } end, tap = "fill" },
      reduce = {
        wait = function() end,
        short = function() end,
        put = function(state, action) state.name = action.text end,
        fill = function(state) state.count = state.count + 1 end,
      },
      effects = {
        short = function(cx) cx.sleep(0.01) end,
        wait = udf.every(function(cx)
          cx.progress(3, 10, text)
          cx.sleep(600)
        end, { id = function() return text end }),
      },
      view = function(state) return { name = state.name, count = state.count, text = text } end,
      screen = udf.screen(function(view, ui)
        return {
          ui.title(view.text, view.text),
          ui.text(view.text, "bold"), ui.text(view.text, "green"), ui.text(view.text, "red"), ui.text(view.text, "dim"),
          ui.fields {
            { label = "Name", value = view.name, event = "name" },
            { label = "Code", value = "1234", event = "name", key = "code", secret = true },
            { label = "Fixed", value = view.text },
          },
          ui.list({ 1, 2, 3 }, function(i) return ui.row { text = view.text, detail = i, event = "tap", selected = i == 2 } end),
          ui.table {
            columns = { "Part", { title = "Left", align = "right" } }, rows = { 7, 12 },
            row = function(left) return { view.text, left, event = "tap" } end,
          },
          ui.progress(3, 10, view.text),
          ui.empty(view.text),
          ui.error(view.text, "tap"),
          ui.divider(),
          ui.button(view.text .. " " .. view.count, "tap"),
        }
      end),
    }
    """
  }
}
