import UDF
import UDFHost
import UDFTesting

/// Appends numbers to its state 100 milliseconds after they were requested, by several kinds of effect. Also a cancelled task
/// sends its number.
struct Loader: NativeFeature {
  struct State: Sendable { var written: [Int] = [] }

  enum Action: Codable, Sendable {
    case write(n: Int)
    /// Sends at once.
    case send(n: Int)
    /// Sends from another thread, without waiting.
    case post(n: Int)
    case later(n: Int)
    /// Only the last one is written.
    case search(n: Int)
    /// An effect with another id.
    case keyed(n: Int)
    /// Three, one after the other, the second at once.
    case chain(n: Int)
    /// Two at once, the second of which takes 200 milliseconds.
    case pair(n: Int)
    /// Runs a use case, which reports its start and its end.
    case count(n: Int)
    /// Cancels a search or a chain.
    case stop
    case idle
  }

  let clock: TestClock
  /// Receives a number when the task that sends it has done so.
  let sent: AsyncStream<Int>.Continuation

  let name = "loader"
  let initialState = State()
  let actions: Record = [
    "write": ["n": "integer"], "send": ["n": "integer"], "post": ["n": "integer"], "later": ["n": "integer"],
    "search": ["n": "integer"], "keyed": ["n": "integer"], "chain": ["n": "integer"], "pair": ["n": "integer"],
    "count": ["n": "integer"], "stop": [:], "idle": [:],
  ]
  let fields: [StateField<State>] = [.value("written", \.written)]

  func reduce(_ state: inout Recorded<State>, _ action: Action) -> Effect<Action> {
    switch action {
    case .write(let n):
      state.written.append(n)
      return .none
    case .send(let n): return .send(.write(n: n))
    case .post(let n): return .run { send in send(.write(n: n)) }
    case .later(let n): return writing(n)
    case .search(let n): return writing(n).cancellable(id: "search", cancelInFlight: true)
    case .keyed(let n): return writing(n).cancellable(id: n, cancelInFlight: true)
    case .chain(let n):
      return .concatenate([writing(n), .send(.write(n: n + 1)), writing(n + 2)]).cancellable(id: "search")
    case .pair(let n): return writing(n).merged(with: writing(n + 1, after: .milliseconds(200)))
    case .count(let n):
      return Self.counting.bind(n) { output in if case .ended(let n) = output { .write(n: n) } else { nil } }
    case .stop: return .cancel(id: "search")
    case .idle: return .none
    }
  }

  private enum CountOutput: UseCaseOutput {
    case begun
    case ended(Int)

    var role: UseCaseRole { if case .begun = self { .start } else { .end } }
  }

  private static var counting: UseCase<Int, CountOutput> {
    UseCase("counting") { n, output in
      output(.begun)
      output(.ended(n))
    }
  }

  private func writing(_ n: Int, after time: Duration = .milliseconds(100)) -> Effect<Action> {
    .run { [clock, sent] send in
      try? await clock.sleep(for: time)
      send(.write(n: n))
      sent.yield(n)
    }
  }
}
