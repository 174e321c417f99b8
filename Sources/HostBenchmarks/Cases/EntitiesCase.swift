import UDFHost

/// `udf.entities` with N rows: an update of one row, a page of a query, and reads of rows from Lua.
struct EntitiesCase {
  let rounds: Int
  let largest: Int
  private let count = 10_000

  func run() throws -> [Result] {
    let sizes = Array(sequence(first: 10) { $0 * 10 }.prefix { $0 <= largest })
    let times = try sizes.map(measure)
    var results: [Result] = []
    // Each list has a hundred rows. With fewer rows in total, a query does not fill a page.
    let paged = sizes.firstIndex { $0 >= 1000 } ?? 0
    for (kind, time, first) in [("update one", \Times.update, 0), ("query 50", \Times.query, paged)] {
      for (size, each) in zip(sizes, times) {
        var result = Result(name: "entities: \(kind) of \(size)", seconds: each[keyPath: time])
        if time == \Times.update {
          (result.floor, result.floorName, result.promise) = (each.lua, "a Lua feature that merges the same actions", 2)
        }
        results.append(result)
      }
      results.append(
        Result(
          name: "entities: \(kind), flatness", seconds: times[times.count - 1][keyPath: time],
          floor: times[first][keyPath: time], floorName: "\(sizes[sizes.count - 1]) rows compared with \(sizes[first])",
          promise: 3))
    }
    return results + (try reading()) + (try history())
  }

  /// The memory of 1000 updates in the history: actions, journal and old rows. Uses many, because memory is measured in pages.
  private func history() throws -> [Result] {
    let (size, thousands) = (100_000, 50)
    let host = try Self.host(size) { $0.historyLimit = 1000 * thousands + 100 }
    try host.run(
      """
      function toggle(count)
        for i = 1, count do todos.update{ key = "k" .. i * 97 % \(size) + 1, changes = { done = i % 2 == 0 } } end
      end
      """)
    try host.run("toggle(50)")
    guard let before = ResidentMemory.bytes else { return [] }
    try host.run("toggle(\(1000 * thousands))")
    guard let after = ResidentMemory.bytes else { return [] }
    return [
      Result(
        name: "entities: history of 1000 updates of \(size)", bytes: max(0, after - before) / thousands,
        promise: 2 << 20)
    ]
  }

  private struct Times {
    var update, query, lua: Double
  }

  /// A host with `size` rows. A row has a key, a title, the number of its list, and a flag.
  private static func host(
    _ size: Int, _ change: (inout HostConfiguration) -> Void = { _ in }
  ) throws -> AppHost {
    let app = try TemporaryApp([
      "app.lua": """
      local udf = require "udf"
      return udf.app {
        name = "bench",
        features = { udf.entities { name = "todos", key = "id", indexes = { "list" } } },
      }
      """
    ])
    return try filled(app, size, change)
  }

  /// A host with the same rows in a feature in Lua, which merges the changes of the same actions.
  private static func lua(_ size: Int) throws -> AppHost {
    let app = try TemporaryApp.feature(
      """
      name = "todos", state = { rows = {} },
      reduce = {
        upsert = function(state, action)
          for _, row in ipairs(action.rows) do state.rows[row.id] = row end
        end,
        update = function(state, action)
          local row = state.rows[action.key]
          for field, value in pairs(action.changes) do row[field] = value end
        end,
      }
      """)
    return try filled(app, size) { _ in }
  }

  /// Starts an app and sends `size` rows to its feature `todos`.
  private static func filled(
    _ app: TemporaryApp, _ size: Int, _ change: (inout HostConfiguration) -> Void
  ) throws -> AppHost {
    let host = try app.host {
      $0.timeBudget = 60
      change(&$0)
    }
    // Inserts the rows in batches, so that each action stays within the time budget.
    for start in stride(from: 0, to: size, by: 20_000) {
      try host.run(
        """
        local rows = udf.list {}
        for i = \(start + 1), \(min(size, start + 20_000)) do
          rows[#rows + 1] = { id = "k" .. i, title = "item " .. i, list = i // 100, done = false }
        end
        todos.upsert{ rows = rows }
        """)
    }
    return host
  }

  private func measure(_ size: Int) throws -> Times {
    let (host, lua) = (try Self.host(size), try Self.lua(size))
    let script = """
      local seed, done = 42, false
      local function random() seed = (seed * 1103515245 + 12345) % 2147483648 return seed % \(size) + 1 end
      function updates()
        done = not done
        for i = 1, \(count) do todos.update{ key = "k" .. random(), changes = { done = done } } end
      end
      """
    try lua.run(script)
    try host.run(
      script + """

        function queries()
          for i = 1, \(count / 10) do
            todos.query{ where = { list = random() // 100 }, limit = 50 }
            local rows = state.todos.results
            for j = 1, #rows do local _ = rows[j].title end
          end
        end
        """)
    let updates = try Timing.medians(
      rounds: rounds, count: count, [{ try host.run("updates()") }, { try lua.run("updates()") }])
    let queries = try Timing.medians(rounds: rounds, count: count / 10, [{ try host.run("queries()") }])
    return Times(update: updates[0], query: queries[0], lua: updates[1])
  }

  /// Reads a field of each of many rows, the first time and again.
  private func reading() throws -> [Result] {
    let size = 100_000
    let host = try Self.host(size)
    try host.run(
      """
      local plain = {}
      for i = 1, \(size) do plain[i] = { id = "k" .. i, title = "item " .. i, done = false } end
      local function walk(rows) for i = 1, \(size) do local _ = rows[i].title end end
      function seen() walk(state.todos.rows) end
      function floor() walk(plain) end
      """)
    let first = try Timing.seconds { try host.run("seen()") } / Double(size)
    let times = try Timing.medians(
      rounds: rounds, count: size, [{ try host.run("floor()") }, { try host.run("seen()") }])
    return [
      Result(name: "entities: first touch of a row from Lua", seconds: first),
      Result(
        name: "entities: touching it again", seconds: times[1], floor: times[0],
        floorName: "the same rows as plain tables"
      ),
    ]
  }
}
