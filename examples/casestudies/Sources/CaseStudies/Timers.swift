import UDF

/// A stopwatch.
public nonisolated struct Stopwatch: Equatable, Sendable {
  public var isRunning = false
  public var seconds = 0

  public init() {}
}

public enum StopwatchAction: Equatable, Sendable {
  case toggle
  case tick
}

public func stopwatch(clock: any Clock<Duration>) -> Reducer<Stopwatch, StopwatchAction> {
  Reducer { state, action in
    switch action {
    case .toggle:
      state.isRunning.toggle()
      return state.isRunning
        ? .timer(every: .seconds(1), clock: clock) { .tick }.cancellable(id: "timer") : .cancel(id: "timer")
    case .tick:
      state.seconds += 1
      return .none
    }
  }
}
