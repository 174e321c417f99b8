import UDFHost

/// W2: toggles one of N entities at a random index (fixed seed).
struct ToggleCase {
  let rounds: Int
  let largest: Int
  private let count = 20_000

  func run() throws -> [Result] {
    var results: [Result] = []
    var size = 10
    var smallest: Double?
    while size <= largest {
      let time = try toggle(size)
      results.append(
        Result(
          name: "W2 toggle one of \(size)", seconds: time.ours, floor: time.floor, beside: "bare lua_pcall, plain table"
        ))
      smallest = smallest ?? time.ours
      size *= 10
    }
    if let last = results.last, let smallest {
      results.append(
        Result(
          name: "W2 flatness", seconds: last.seconds, floor: smallest,
          beside: "\(largest) entities beside 10", promise: 3))
    }
    return results
  }

  private func toggle(_ size: Int) throws -> (ours: Double, floor: Double) {
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
    let bare = BareLua(
      """
      local items = {}
      for i = 1, \(size) do items[i] = { id = i, title = "item", done = false } end
      return function(state, action)
        local item = state.items[action.index]
        item.done = not item.done
      end, { items = items }
      """)
    let host = try app.host { $0.timeBudget = 60 }
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
    var seed = 42
    let times = try Timing.medians(
      rounds: rounds, count: count,
      [
        {
          bare.reduce(type: "todos/toggle", field: "index", count: count) {
            seed = (seed * 1_103_515_245 + 12345) % 2_147_483_648
            return seed % size + 1
          }
        }, { try host.run("toggles()") },
      ])
    return (times[1], times[0])
  }
}
