import UDF
import UDFHost

/// A native feature in a host with a history of 1000: the counter of W1 with actions from Lua, and the typed actions of
/// ``NativeSendCase``.
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

    func shortName(of action: Increment) -> String { "inc" }
    func plain(_ action: Increment) -> (name: String, fields: Record) { ("inc", ["by": .integer(Int64(action.by))]) }
  }

  /// A feature with the state and the actions of ``NativeSendCase``.
  private struct Panel: NativeFeature {
    typealias State = NativeSendCase.State
    typealias Action = NativeSendCase.Action

    let name = "panel"
    let initialState = State()
    let actions: Record = ["add": ["number": "integer"], "loading": ["on": "boolean"], "reset": [:]]
    let fields: [StateField<State>] = [
      .value("title", \.title), .value("count", \.count), .value("total", \.total), .value("loading", \.isLoading),
      .value("items", \.items),
    ]

    func reduce(_ state: inout Recorded<State>, _ action: Action) -> Effect<Action> {
      switch action {
      case .add(let number): state.count += number
      case .loading(let isLoading): state.isLoading = isLoading
      case .reset: state.value = State()
      }
      return .none
    }

    func action(_ name: String, _ fields: PackedRecord) -> Action {
      switch name {
      case "add": .add(fields["number"].integer ?? 0)
      case "loading": .loading(fields["on"] == true)
      default: .reset
      }
    }

    func shortName(of action: Action) -> String {
      switch action {
      case .add: "add"
      case .loading: "loading"
      case .reset: "reset"
      }
    }

    func plain(_ action: Action) -> (name: String, fields: Record) {
      switch action {
      case .add(let number): ("add", ["number": .integer(Int64(number))])
      case .loading(let isLoading): ("loading", ["on": .boolean(isLoading)])
      case .reset: ("reset", [:])
      }
    }
  }

  /// A feature whose actions have a synthesized `Codable` conformance.
  private struct Coded: NativeFeature {
    struct State: Sendable { var count = 0 }
    enum Action: Codable, Sendable { case add(number: Int) }

    let name = "coded"
    let initialState = State()
    let actions: Record = ["add": ["number": "integer"]]
    let fields: [StateField<State>] = [.value("count", \.count)]

    func reduce(_ state: inout Recorded<State>, _ action: Action) -> Effect<Action> {
      switch action {
      case .add(let number): state.count += number
      }
      return .none
    }
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
      return udf.app { name = "bench", features = { udf.native "counter", udf.native "panel", udf.native "coded" } }
      """
    ]).host { $0.features = [Counter(), Panel(), Coded()] }
    try native.run("function coded_increments() for i = 1, \(count) do coded.add{ number = 1 } end end")
    for host in [lua, native] {
      try host.run("function increments() for i = 1, \(count) do counter.inc{ by = 1 } end end")
    }
    let typed = try native.native(Panel.self)
    let coded = try native.native(Coded.self)
    var sum = 0
    let floor = BareStore<Panel.State, Panel.Action>(Panel.State()) { state, action in
      switch action {
      case .add(let number): state.count += number
      case .loading(let isLoading): state.isLoading = isLoading
      case .reset: state = Panel.State()
      }
    } subscriber: {
      sum &+= $0.count
    }
    let times = try Timing.medians(
      rounds: rounds, count: count,
      [
        { try lua.run("increments()") }, { try native.run("increments()") },
        { for _ in 0..<count { floor.send(.add(1)) } }, { for _ in 0..<count { try typed.send(.add(1)) } },
        { try native.run("coded_increments()") }, { for _ in 0..<count { try coded.send(.add(number: 1)) } },
      ])
    let sent = (rounds + 1) * count
    precondition(typed.state.count == sent && sum == sent * (sent + 1) / 2)
    return [
      Result(
        name: "native counter.inc sent by Lua", seconds: times[1], floor: times[0],
        floorName: "the same feature in Lua",
        promise: 1),
      Result(
        name: "native feature, typed send through a host", seconds: times[3], floor: times[2],
        floorName: "the smallest possible store", promise: 6),
      Result(
        name: "Codable action sent by Lua", seconds: times[4], floor: times[1], floorName: "a hand-written one",
        promise: 3
      ),
      Result(
        name: "Codable action, typed send", seconds: times[5], floor: times[3], floorName: "a hand-written one",
        promise: 3
      ),
    ]
  }
}
