import UDFHost

/// W2: toggles one of N entities at a random index (fixed seed).
struct ToggleCase {
  let rounds: Int
  let largest: Int
  private let count = 20_000

  func run() throws -> [Result] {
    let sizes = Array(sequence(first: 10) { $0 * 10 }.prefix { $0 <= largest })
    let times = try sizes.map(toggle)
    var results: [Result] = []
    for (kind, ours) in [("history of 1000", \Times.recorded), ("no history", \Times.bare)] {
      for (size, time) in zip(sizes, times) {
        results.append(
          Result(
            name: "W2 toggle one of \(size), \(kind)", seconds: time[keyPath: ours], floor: time.floor,
            floorName: "bare lua_pcall, plain table", promise: 2.5))
      }
      results.append(
        Result(
          name: "W2 flatness, \(kind)", seconds: times[times.count - 1][keyPath: ours], floor: times[0][keyPath: ours],
          floorName: "\(sizes[sizes.count - 1]) entities compared with 10"))
    }
    return results
  }

  private struct Times {
    var floor, recorded, bare: Double
  }

  /// A host with `size` entities and a Lua function `toggles()`, which toggles `count` of them.
  static func host(_ size: Int, count: Int, _ change: (inout HostConfiguration) -> Void = { _ in }) throws -> AppHost {
    let app = try TemporaryApp.feature(
      """
      name = "todos", state = { items = udf.list {} },
      reduce = {
        fill = function(state, action)
          local items = {}
          for i = 1, action.count do items[i] = { id = i, title = "item", done = false } end
          state.items = items
        end,
        toggle = function(state, action)
          local item = state.items[action.index]
          item.done = not item.done
        end,
      }
      """)
    let host = try app.host {
      $0.timeBudget = 60
      change(&$0)
    }
    try host.run("todos.fill{ count = \(size) }")
    try host.run(
      """
      local seed = 42
      function toggles()
        for i = 1, \(count) do
          seed = (seed * 1103515245 + 12345) % 2147483648
          todos.toggle{ index = seed % \(size) + 1 }
        end
      end
      """)
    return host
  }

  private func toggle(_ size: Int) throws -> Times {
    let bare = BareLua(
      """
      local items = {}
      for i = 1, \(size) do items[i] = { id = i, title = "item", done = false } end
      return function(state, action)
        local item = state.items[action.index]
        item.done = not item.done
      end, { items = items }
      """)
    let hosts = [
      try Self.host(size, count: count), try Self.host(size, count: count) { $0.historyLimit = 0 },
    ]
    var seed = 42
    let times = try Timing.medians(
      rounds: rounds, count: count,
      [
        {
          bare.reduce(type: "todos/toggle", field: "index", count: count) {
            seed = (seed * 1_103_515_245 + 12345) % 2_147_483_648
            return seed % size + 1
          }
        }
      ] + hosts.map { host in { try host.run("toggles()") } })
    return Times(floor: times[0], recorded: times[1], bare: times[2])
  }
}
