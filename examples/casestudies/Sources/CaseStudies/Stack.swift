import UDF

/// A stack of screens, each with a state of its own: a counter pushes counters and timers without end.
public nonisolated struct CounterScreen: Equatable, Sendable {
  public var count = 0
  public init(count: Int = 0) { self.count = count }
}

public nonisolated enum StackRoute: Equatable, Sendable {
  case home
  case counter(CounterScreen)
  case timer(Stopwatch)

  public static let counter = Prism(StackRoute.counter) { if case .counter(let it) = $0 { it } else { nil } }
  public static let timer = Prism(StackRoute.timer) { if case .timer(let it) = $0 { it } else { nil } }
}

public nonisolated enum StackEvent: ScreenEvent {
  case counterTapped(Int)
  case timerTapped
  case homeTapped
  case screenTapped(id: Int)
}

public struct StackApp: Equatable {
  public var path = NavigationPath(StackRoute.home)
  public init() {}
}

public enum StackAction: Equatable, Sendable {
  case navigation(NavigationAction<StackEvent>)
  case counter(Int, Int)
  case timer(Int, StopwatchAction)

  static let navigation = Prism(StackAction.navigation) { if case .navigation(let it) = $0 { it } else { nil } }
  static let counter = Prism(StackAction.counter) { if case .counter(let id, let it) = $0 { (id, it) } else { nil } }
  static let timer = Prism(StackAction.timer) { if case .timer(let id, let it) = $0 { (id, it) } else { nil } }
}

public func stack(clock: any Clock<Duration>) -> Reducer<StackApp, StackAction> {
  let flow = Flow<StackApp, StackEvent, StackRoute>(start: .home) { event in
    switch event {
    case .counterTapped(let count): [.push(.counter(CounterScreen(count: count)))]
    case .timerTapped: [.push(.timer(Stopwatch()))]
    case .homeTapped: [.popTo(.home)]
    case .screenTapped(let id): [.popTo(id: id)]
    }
  }
  let counter = Reducer<CounterScreen, Int> { state, step in
    state.count += step
    return .none
  }
  return .combined(
    counter.onScreens(of: \.path, route: StackRoute.counter, action: StackAction.counter),
    stopwatch(clock: clock).onScreens(of: \.path, route: StackRoute.timer, action: StackAction.timer),
    flow.reducer(path: \.path, state: \.self, action: StackAction.navigation))
}
