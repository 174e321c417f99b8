import UDFHost

/// `table.remove` at the front of a list of 100,000.
struct RemoveCase {
  let rounds: Int
  private let size = 100_000
  /// Small compared with `size`, so that the length of the list hardly changes.
  private let count = 50

  func run() throws -> [Result] {
    let app = try TemporaryApp.feature(
      """
      name = "queue", state = { items = udf.list {} },
      reduce = {
        fill = function(state)
          local items = {}
          for i = 1, \(size) do items[i] = { id = i } end
          state.items = items
        end,
        take = function(state, action) table.remove(state.items, action.at) end,
      }
      """)
    let bare = BareLua(
      """
      local items = {}
      for i = 1, \(size) do items[i] = { id = i } end
      return function(state, action) table.remove(state.items, action.at) end, { items = items }
      """)
    let host = try app.host()
    try host.run("queue.fill{}")
    let times = try Timing.medians(
      rounds: rounds, count: count,
      [
        { bare.reduce(type: "queue/take", field: "at", count: count) { 1 } },
        { try host.run("for i = 1, \(count) do queue.take{ at = 1 } end") },
      ])
    return [
      Result(
        name: "table.remove at the front of \(size)", seconds: times[1], floor: times[0],
        floorName: "bare lua_pcall, plain table")
    ]
  }
}
