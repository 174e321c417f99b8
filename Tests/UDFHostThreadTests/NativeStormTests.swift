import FileWatching
import HostTesting
import SeededTesting
import Testing
import UDF
import UDFHost

@Suite("a storm of effects in Swift")
struct NativeStormTests {
  private static let steps = Extent.runs(daily: 2_000, nightly: 20_000)

  @Test("that start, send and are cancelled and undone at random: no cancelled one writes, and all end")
  func storm() async throws {
    let problems = try await onOwnThread {
      let storm = try NativeStorm(seed: Seed.current)
      for _ in 0..<NativeStormTests.steps { try storm.step() }
      return storm.end()
    }
    #expect(problems == [], "\(Seed.replay)")
  }
}

/// Sends its number several times, from other threads.
private struct Chatter: NativeFeature {
  struct State: Sendable { var heard = 0 }

  enum Action: Codable, Sendable {
    case begin(n: Int)
    case note(n: Int)
    case cancel(n: Int)
  }

  let name = "chatter"
  let initialState = State()
  let actions: Record = ["begin": ["n": "integer"], "note": ["n": "integer"], "cancel": ["n": "integer"]]
  let fields: [StateField<State>] = [.value("heard", \.heard)]

  func reduce(_ state: inout Recorded<State>, _ action: Action) -> Effect<Action> {
    switch action {
    case .begin(let n):
      let work = Effect<Action>.run { send in
        for _ in 0..<3 {
          send(.note(n: n))
          await Task.yield()
        }
      }
      return .concatenate([.merge([work, work]), work]).cancellable(id: n)
    case .note:
      state.heard += 1
      return .none
    case .cancel(let n): return .cancel(id: n)
    }
  }
}

/// An app whose effects in Swift are begun, cancelled and undone at random.
private final class NativeStorm {
  private let app: TestHost
  private var generator: SeededGenerator
  private var last = 0
  private var cancelled: Set<Int> = []
  private var problems: [String] = []

  init(seed: UInt64) throws {
    generator = SeededGenerator(seed: seed)
    app = try TestHost([
      "app": """
      local udf = require "udf"
      return udf.app { name = "test", features = { udf.native "chatter" } }
      """
    ]) { $0.features = [Chatter()] }
  }

  func step() throws {
    switch Int.random(in: 0..<10, using: &generator) {
    case 0..<4:
      last += 1
      try app.host.send("chatter/begin", ["n": .integer(Int64(last))], origin: .event)
    case 4..<6 where last > 0:
      let n = Int.random(in: max(1, last - 10)...last, using: &generator)
      try app.host.send("chatter/cancel", ["n": .integer(Int64(n))])
      expectNothingOfCancelled()
      cancelled.insert(n)
    case 6:
      let undone = (try? app.host.undo()) ?? []
      expectNothingOfCancelled()
      cancelled.formUnion(undone.filter { $0.type == "chatter/begin" }.compactMap { $0.fields["n"].integer })
    default: app.host.poll()
    }
    expectNothingOfCancelled()
  }

  func end() -> [String] {
    if !app.host.settle(timeout: 600) { problems.append("not settled: \(app.host.unsettled)") }
    expectNothingOfCancelled()
    app.host.stop()
    return problems
  }

  private func expectNothingOfCancelled() {
    for action in app.actions where action.type == "chatter/note" {
      if let n = action.fields["n"].integer, cancelled.contains(n) { problems.append("\(n) was cancelled and writes") }
    }
    problems += app.errors.map(\.message)
    app.forgetEvents()
  }
}
