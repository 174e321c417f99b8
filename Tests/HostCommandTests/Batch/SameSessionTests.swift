import SeededTesting
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

  /// Two more that answer what is sent to the first; the app has one before it and one after it.
  private static func listener(_ name: String) -> String {
    """
    local udf = require "udf"
    return udf.feature {
      name = "\(name)",
      state = { total = 0, sorts = 0 },
      reduce = {
        ["m/add"] = function(state, action) state.total = state.total + action.n + 1 end,
        ["m/sort"] = function(state) state.sorts = state.sorts + 1 end,
      },
    }
    """
  }

  private static let app = """
    local udf = require "udf"
    return udf.app { name = "m", features = { require "features.z", require "features.m", require "features.a" } }
    """

  private static func run(_ session: String) throws -> Batch {
    let features = ["z": listener("z"), "m": feature, "a": listener("a")]
    return try Batch(AppFolder(app: app, features: features), "--json", "--keep-going", input: session)
  }

  private static func session() -> String {
    var generator = SeededGenerator(seed: Seed.current)
    let lines = (0..<120).map { _ in
      let key = "k\(Int.random(in: 0..<12, using: &generator))"
      return switch Int.random(in: 0..<8, using: &generator) {
      case 0, 1, 2: "m.add{ key = '\(key)', n = \(Int.random(in: 0..<5, using: &generator)) }"
      case 3: "m.sort()"
      case 4: "m.walk()"
      case 5: "m.drop{ key = '\(key)' }"
      case 6: Bool.random(using: &generator) ? ":undo" : ":redo"
      default: Bool.random(using: &generator) ? "m.fail()" : "view.m"
      }
    }
    return lines.joined(separator: "\n") + "\nstate\n"
  }

  @Test("in two processes writes the same JSON, byte by byte")
  func twoProcesses() throws {
    let session = Self.session()
    let runs = try (0..<2).map { _ in try Self.run(session) }
    #expect(runs[0].output == runs[1].output, "\(Seed.replay)")
    #expect(runs[0].lines.count > 100, "\(runs[0].error)")
    #expect(runs[0].code == runs[1].code)
  }

  @Test("composed reducers › order is fixed, that of app.lua, and the same in every process")
  func order() throws {
    let session = Self.session()
    for _ in 0..<2 {
      // Which features each action has changed, in turn.
      var features: [Substring: [Substring]] = [:]
      var types: [Substring: Substring] = [:]
      for line in try Self.run(session).lines {
        if let action = line.firstMatch(of: /^{"kind":"action","n":(\d+),"type":"([^"]+)"/) {
          (types[action.1], features[action.1]) = (action.2, [])
        } else if let change = line.firstMatch(of: /^{"kind":"change","n":(\d+),.*?"path":\["(\w+)"/),
          features[change.1]?.last != change.2
        {
          features[change.1]?.append(change.2)
        }
      }
      let added = features.filter { types[$0.key] == "m/add" }.values
      #expect(added.count > 10, "\(Seed.replay)")
      #expect(added.allSatisfy { $0 == ["z", "m", "a"] }, "\(added), \(Seed.replay)")
    }
  }
}
