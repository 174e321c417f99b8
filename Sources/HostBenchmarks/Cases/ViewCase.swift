import UDFHost

/// A view of 1000 rows of three fields, on state nodes and on plain tables.
struct ViewCase {
  let rounds: Int
  private let count = 200

  func run() throws -> [Result] {
    let app = try TemporaryApp.feature(
      """
      name = "list", state = { items = udf.list {} },
      reduce = {
        fill = function(state)
          for i = 1, 1000 do state.items[i] = { id = i, title = "item " .. i, done = i % 2 == 0 } end
        end
      }
      """)
    let host = try app.host()
    try host.run(
      """
      list.fill{}
      plain = {}
      for i = 1, 1000 do plain[i] = { id = i, title = "item " .. i, done = i % 2 == 0 } end
      function rows(items)
        local rows = {}
        for i, item in ipairs(items) do rows[i] = { id = item.id, title = item.title, done = item.done } end
        return rows
      end
      function nodes() for i = 1, \(count) do rows(state.list.items) end end
      function tables() for i = 1, \(count) do rows(plain) end end
      """)
    let times = try Timing.medians(
      rounds: rounds, count: count, [{ try host.run("tables()") }, { try host.run("nodes()") }])
    return [
      Result(
        name: "view of 1000 rows", seconds: times[1], floor: times[0], floorName: "the same on plain tables",
        promise: 1.2)
    ]
  }
}
