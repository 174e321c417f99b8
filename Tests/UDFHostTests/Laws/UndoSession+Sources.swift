import HostTesting

extension UndoSession {
  static func sources(hasMiddleware: Bool) -> KeyValuePairs<String, String> {
    ["a": feature, "rows": "return require('udf').entities { name = 'rows', key = 'id' }", "app": app(hasMiddleware)]
  }

  private static let feature = Source.feature(
    """
      name = "a", state = { n = 0, log = udf.list {} }, events = { tap = "add" }, emits = { go = "went" },
      reduce = {
        add = function(state, action) state.n = state.n + action.by end,
        go = function(state) state.n = state.n + 1 end,
        note = function(state, action) table.insert(state.log, action.text .. state.n) end,
        seen = function(state, action) table.insert(state.log, "seen " .. action.of) end,
        front = function(state, action) table.insert(state.log, 1, state.n) end,
        drop = function(state) if #state.log == 0 then error("nothing to drop") end table.remove(state.log) end,
        echo = function(state) state.echo = (state.echo or 0) + state.n end,
        hush = function(state) state.n = 0 end,
        ["rows/upsert"] = function(state, action) state.last = action.row.id end,
        ["bank/pay"] = function(state, action) state.paid = (state.paid or 0) + action.sum end,
      },
      effects = {
        add = function(cx, action)
          cx.send { type = "note", text = "begun" }
          cx.sleep(action.by)
          cx.send { type = "bank/pay", sum = action.by }
          cx.send(function(inner) inner.sleep(1) inner.send { type = "front" } end)
        end,
        calm = udf.debounce(2, function(cx) cx.send { type = "note", text = "calm" } end),
        rare = udf.throttle(3, function(cx) cx.send { type = "note", text = "rare" } end),
        last = udf.latest(function(cx) cx.sleep(3) cx.send { type = "note", text = "last" } end),
        first = udf.leading(function(cx) cx.sleep(3) cx.send { type = "drop" } end),
        line = udf.queue(function(cx) cx.send { type = "note", text = "line" } cx.sleep(2) cx.send { type = "front" } end),
        stop = function(cx) cx.cancel("last") cx.cancel("line") end,
        back = udf.background(function(cx)
          for _ = 1, 3 do cx.sleep(2) cx.send { type = "rows/upsert", row = { id = cx.state.n } } end
        end),
      },
      reactions = { threes = { "n", function(cx, n) if n % 3 == 0 then cx.send { type = "echo" } end end } },
    """)

  private static func app(_ hasMiddleware: Bool) -> String {
    """
    local udf = require "udf"
    local page = udf.scene { name = "page", view = function() return {} end }
    local sends = { ["a/drop"] = true, ["bank/pay"] = true, ["a/hush"] = true }
    return udf.app {
      name = "laws", features = { require "a", require "rows", udf.native "bank" }, scenes = { page },
      flow = udf.flow {
        start = "list", routes = { list = { scene = "page" }, one = { scene = "page" } },
        on = { ["a.went"] = function(nav) nav.push("one") end },
      },
      middleware = { \(hasMiddleware ? middleware : "") },
    }
    """
  }

  /// Sends before actions of which some are refused and some stopped, and after others.
  private static let middleware = """
    udf.middleware {
      name = "m", intercepts = true,
      before = function(cx, action)
        if sends[action.type] then cx.send { type = "a/seen", of = "before " .. action.type } end
        if action.type == "a/hush" then
          cx.send { type = "a/seen", of = "again" }
          return false
        end
      end,
      after = function(cx, action)
        if action.type == "a/first" then cx.send { type = "a/seen", of = "after" } end
      end,
    }
    """
}
