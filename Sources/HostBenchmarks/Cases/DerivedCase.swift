import UDFHost

/// V1 to V4: a view with one changed row, a view with new rows, a view during actions of other features, and repeated reads of
/// a computed value.
struct DerivedCase {
  let rounds: Int
  private let rows = 10_000

  func run() throws -> [Result] { try oneRow() + allRows() + elsewhere() + computed() }

  /// A list of 10,000 items. The view of `kept` uses `udf.each`, the view of `plain` uses a loop.
  private func host(historyLimit: Int = 1000) throws -> AppHost {
    let view = """
      local function row(item) return { id = item.id, title = item.title, done = item.done } end
      """
    let app = try TemporaryApp([
      "list.lua": """
      local udf = require "udf"
      return udf.feature {
        name = "list", state = { items = udf.list {} },
        reduce = {
          fill = function(state)
            local items = udf.list {}
            for i = 1, \(rows) do items[i] = { id = i, title = "item " .. i, done = i % 2 == 0 } end
            state.items = items
          end,
          toggle = function(state, action)
            local item = state.items[action.at]
            item.done = not item.done
          end,
        },
        computed = {
          open = { "items", function(items)
            local open = 0
            for _, item in ipairs(items) do if not item.done then open = open + 1 end end
            return open
          end },
        },
      }
      """,
      "kept.lua": """
      local udf = require "udf"
      \(view)
      return udf.feature {
        name = "kept", reads = { "list" },
        view = function(_, _, others) return udf.each(others.list.items, row) end,
      }
      """,
      "plain.lua": """
      local udf = require "udf"
      \(view)
      return udf.feature {
        name = "plain", reads = { "list" },
        view = function(_, _, others)
          local rows = udf.list {}
          for i, item in ipairs(others.list.items) do rows[i] = row(item) end
          return rows
        end,
      }
      """,
      "counter.lua": """
      local udf = require "udf"
      return udf.feature {
        name = "counter", state = { count = 0 },
        reduce = { inc = function(state) state.count = state.count + 1 end },
      }
      """,
      "app.lua": """
      local udf = require "udf"
      return udf.app {
        name = "derived", features = { require "list", require "kept", require "plain", require "counter" },
      }
      """,
    ])
    let host = try app.host { $0.historyLimit = historyLimit }
    try host.run("list.fill{}")
    return host
  }

  private func oneRow() throws -> [Result] {
    let host = try host()
    let count = 10
    func toggle(_ feature: String) throws {
      for index in 1...count {
        try host.send("list/toggle", ["at": .integer(Int64(index * 997))])
        _ = try host.view(of: feature)
      }
    }
    let times = try Timing.medians(rounds: rounds, count: count, [{ try toggle("plain") }, { try toggle("kept") }])
    return [
      Result(
        name: "V1 one of 10,000 rows changed", seconds: times[1], floor: times[0], floorName: "the view as a loop",
        promise: 1)
    ]
  }

  /// The action `fill` replaces all items, so there is no history that would retain them. A view takes some milliseconds, so each
  /// round measures several.
  private func allRows() throws -> [Result] {
    let host = try host(historyLimit: 0)
    let count = 20
    func fill(_ feature: String?) throws {
      for _ in 0..<count {
        try host.send("list/fill")
        if let feature { _ = try host.view(of: feature) }
      }
    }
    let times = try Timing.medians(
      rounds: rounds, count: count, [{ try fill(nil) }, { try fill("plain") }, { try fill("kept") }])
    return [
      Result(
        name: "V2 10,000 rows for the first time", seconds: times[1], floor: times[0],
        floorName: "the view as a loop", promise: 1.5)
    ]
  }

  private func elsewhere() throws -> [Result] {
    let count = 10_000
    let (bare, watching) = (try host(), try host())
    _ = try watching.view(of: "kept")
    let subscriptions = [
      bare.subscribe { _ in },
      watching.subscribe { [unowned watching] _ in _ = try? watching.view(of: "kept") },
    ]
    let loop = "for i = 1, \(count) do counter.inc{} end"
    let times = try Timing.medians(rounds: rounds, count: count, [{ try bare.run(loop) }, { try watching.run(loop) }])
    withExtendedLifetime(subscriptions) {}
    return [
      Result(
        name: "V3 an action, a view of others watched", seconds: times[1], floor: times[0],
        floorName: "the action, nothing watched")
    ]
  }

  private func computed() throws -> [Result] {
    let count = 10_000
    let host = try host()
    let times = try Timing.medians(
      rounds: rounds, count: count,
      [
        { for _ in 0..<count { _ = try host.value(at: "counter.count") } },
        { for _ in 0..<count { _ = try host.computed("list.open") } },
      ])
    return [
      Result(
        name: "V4 a computed value read again", seconds: times[1], floor: times[0],
        floorName: "a field of the state read",
        promise: 3)
    ]
  }
}
