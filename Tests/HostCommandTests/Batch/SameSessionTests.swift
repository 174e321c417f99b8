import Testing

@Suite("The same session twice")
struct SameSessionTests {
  /// Fills, sorts, walks and takes back, as far as one process could differ from another.
  private static let feature = """
    local udf = require "udf"
    return udf.feature {
      name = "m",
      state = { items = udf.list {}, counts = {}, text = "" },
      reduce = {
        add = function(state, action)
          table.insert(state.items, { key = action.key, n = action.n })
          state.counts[action.key] = (state.counts[action.key] or 0) + action.n
        end,
        sort = function(state) table.sort(state.items, function(a, b) return a.n < b.n end) end,
        walk = function(state)
          local parts = {}
          for key, count in pairs(state.counts) do parts[#parts + 1] = key .. count end
          for key in pairs { zeta = 1, alpha = 2, [3] = 3, [1] = 4, mid = {} } do parts[#parts + 1] = tostring(key) end
          state.text = table.concat(parts, " ") .. tostring(parts) .. tostring(print)
        end,
        drop = function(state, action) table.remove(state.items, 1); state.counts[action.key] = nil end,
        fail = function(state) state.items = {}; error({ code = tostring({}) }) end,
      },
      effects = { walk = function(cx) cx.send { type = "sort" } end },
      view = function(state) return { rows = state.items, counts = state.counts, text = state.text } end,
    }
    """

  private static func session(_ seed: UInt64) -> String {
    var state = seed
    func next(_ limit: UInt64) -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) % limit
    }
    let lines = (0..<120).map { _ in
      let key = "k\(next(12))"
      return switch next(8) {
      case 0, 1, 2: "m.add{ key = '\(key)', n = \(next(5)) }"
      case 3: "m.sort()"
      case 4: "m.walk()"
      case 5: "m.drop{ key = '\(key)' }"
      case 6: next(2) == 0 ? ":undo" : ":redo"
      default: next(2) == 0 ? "m.fail()" : "view.m"
      }
    }
    return lines.joined(separator: "\n") + "\nstate\n"
  }

  @Test("in two processes gives the same JSON, byte by byte", arguments: [UInt64.random(in: 1...UInt64.max)])
  func twoProcesses(_ seed: UInt64) throws {
    let app = """
      local udf = require "udf"
      return udf.app { name = "m", features = { require "features.m" } }
      """
    let runs = try (0..<2).map { _ in
      try Batch(
        AppFolder(app: app, features: ["m": Self.feature]), "--json", "--keep-going", input: Self.session(seed))
    }
    #expect(runs[0].output == runs[1].output, "seed \(seed)")
    #expect(runs[0].lines.count > 100, "\(runs[0].error)")
    #expect(runs[0].code == runs[1].code)
  }
}
