/// The files of a ``FireApp``. Each has a stamp, so that running code reports its save.
struct FireSources {
  private static let effects = ["EFFECT", "EFFECT", "EFFECT", "udf.queue(EFFECT)", "udf.latest(EFFECT)"]
  private static let onReload = ["finish", "cancel", "restart", "restart", "finish"]

  let stamp: Int
  let names: [String: String]
  let listed: [String]

  /// Every third flow knows one route less.
  static func offersDetail(_ stamp: String) -> Bool { Int(stamp).map { $0 % 3 != 2 } ?? false }

  subscript(module: String) -> String {
    switch module {
    case "app": app
    case "step": "return \(stamp)"
    case "seen": seen
    case "scene": scene
    case "flow": flow
    default: feature(module)
    }
  }

  /// Which modules one requires, each with the line.
  func requires(of module: String) -> [(name: String, line: Int)] {
    if module == "app" {
      let others = ["seen", "scene", "flow"].enumerated().map { (name($1), 4 + listed.count + 2 * $0) }
      return listed.enumerated().map { (name($1), 3 + $0) } + others
    }
    return FireApp.features.contains(module) ? [(name("step"), 2)] : []
  }

  private func name(_ module: String) -> String { names[module] ?? module }

  /// One line for each file that can be missing.
  private var app: String {
    """
    local udf = require "udf"
    return udf.app { name = "fire", features = {
    \(listed.map { "  require \"\(name($0))\"," }.joined(separator: "\n"))
    }, middleware = {
      require "\(name("seen"))",
    }, scenes = {
      require "\(name("scene"))",
    }, flow =
      require "\(name("flow"))",
    } -- of save \(stamp)
    """
  }

  /// Counts, and stamps what its code and that of the file it requires are.
  private func feature(_ module: String) -> String {
    let index = FireApp.features.firstIndex(of: module) ?? 0
    let effect = "function(cx) cx.sleep(1) cx.send { type = 'hit' } end"
    return """
      local udf = require "udf"
      local step = require "\(name("step"))"
      return udf.feature {
        name = "\(module)", onReload = "\(FireSources.onReload[index])",
        state = { count = 0, stamp = "" },
        events = { tap = "tap" },
        reduce = {
          hit = function(state)
            state.count = state.count + 1
            state.stamp = "\(stamp)." .. step .. "#" .. state.count
          end,
          slow = function(state) end,
          tap = function(state) end,
        },
        effects = { slow = \(FireSources.effects[index].replacing("EFFECT", with: effect)) },
        emits = { tap = "tapped" },
      } -- of save \(stamp)
      """
  }

  /// The results of an action are printed with the stamp.
  private var seen: String {
    """
    local udf = require "udf"
    return udf.middleware {
      name = "seen",
      after = function(cx, action) print("seen \(stamp) " .. action.type) end,
    } -- of save \(stamp)
    """
  }

  private var scene: String {
    """
    local udf = require "udf"
    return udf.scene {
      name = "fire", model = { "one.count" },
      view = function(model) return { stamp = "\(stamp)", count = model.one.count } end,
    } -- of save \(stamp)
    """
  }

  private var flow: String {
    let offers = FireSources.offersDetail("\(stamp)")
    return """
      local udf = require "udf"
      return udf.flow {
        start = "list",
        routes = { list = { scene = "fire" }\(offers ? ", detail = { scene = \"fire\" }" : "") },
        on = {
          ["one.tapped"] = function(nav) \(offers ? "nav.push(\"detail\", { stamp = \"\(stamp)\" })" : "") end,
        },
      } -- of save \(stamp)
      """
  }
}
