import UDF
import UDFHost

/// The counter of W1 as a native feature in a host: sent by Lua and typed by Swift, with a history of 1000.
struct NativeFeatureCase {
  let rounds: Int
  private let count = 100_000

  private struct Counter: NativeFeature {
    struct State: Sendable { var count = 0 }
    struct Increment: Sendable { var by: Int }

    let name = "counter"
    let initialState = State()
    let actions: Record = ["inc": ["by": "integer"]]
    let fields: [StateField<State>] = [.value("count", \.count)]

    func reduce(_ state: inout Recorded<State>, _ action: Increment) -> Effect<Increment> {
      state.count += action.by
      return .none
    }

    func action(_ name: String, _ fields: PackedRecord) -> Increment {
      if case .integer(let by) = fields["by"] { Increment(by: Int(by)) } else { Increment(by: 0) }
    }

    func plain(_ action: Increment) -> (name: String, fields: Record) { ("inc", ["by": .integer(Int64(action.by))]) }
  }

  func run() throws -> [Result] {
    let lua = try TemporaryApp.feature(
      """
      name = "counter", state = { count = 0 }, actions = { inc = { by = "integer" } },
      reduce = { inc = function(state, action) state.count = state.count + action.by end }
      """
    ).host()
    let native = try TemporaryApp([
      "app.lua": """
      local udf = require "udf"
      return udf.app { name = "bench", features = { udf.native "counter" } }
      """
    ]).host { $0.features = [Counter()] }
    for host in [lua, native] {
      try host.run("function increments() for i = 1, \(count) do counter.inc{ by = 1 } end end")
    }
    let typed = try native.native(Counter.self)
    let times = try Timing.medians(
      rounds: rounds, count: count,
      [
        { try lua.run("increments()") }, { try native.run("increments()") },
        { for _ in 0..<count { try typed.send(.init(by: 1)) } },
      ])
    return [
      Result(
        name: "native counter.inc sent by Lua", seconds: times[1], floor: times[0], beside: "the same feature in Lua"),
      Result(
        name: "native counter.inc typed by Swift", seconds: times[2], floor: times[0],
        beside: "the feature in Lua, sent by Lua"),
    ]
  }
}
