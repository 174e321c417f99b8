import UDFHost

/// Iterates over 1000 rows of the state, in a list and in a map, compared with plain tables.
struct ReadingCase {
  let rounds: Int
  private let count = 200

  func run() throws -> [Result] {
    let app = try TemporaryApp.feature(
      """
      name = "rows", state = { list = udf.list {}, map = {} },
      reduce = {
        fill = function(state)
          for i = 1, 1000 do
            state.list[i] = { id = i }
            state.map["row " .. i] = { id = i }
          end
        end
      }
      """)
    let host = try app.host()
    try host.run(
      """
      rows.fill{}
      plain = { list = {}, map = {} }
      for i = 1, 1000 do
        plain.list[i] = { id = i }
        plain.map["row " .. i] = { id = i }
      end
      function sum(walk, rows)
        local sum = 0
        for _ = 1, \(count) do
          for _, row in walk(rows) do sum = sum + row.id end
        end
        return sum
      end
      """)
    let walks = [
      ("ipairs over a list", "ipairs", "list"), ("pairs over a list", "pairs", "list"),
      ("pairs over a map", "pairs", "map"),
    ]
    return try walks.map { name, walk, rows in
      let times = try Timing.medians(
        rounds: rounds, count: count,
        ["plain", "state.rows"].map { table in { try host.run("sum(\(walk), \(table).\(rows))") } })
      return Result(
        name: "\(name) of 1000 rows", seconds: times[1], floor: times[0], floorName: "the same on plain tables")
    }
  }
}
