import UDF

/// A counter and a profile on two tabs. What the counter has counted belongs to both, and the app owns it.
public nonisolated struct Stats: Equatable, Sendable {
  public var count = 0
  public var changes = 0
}

public nonisolated struct CounterTab: Equatable, Sendable { public var alert: String? }
public nonisolated struct ProfileTab: Equatable, Sendable {}

public nonisolated struct TabsApp: Equatable, Sendable {
  public var stats = Stats()
  public var counter = CounterTab()
  public var profile = ProfileTab()

  public init() {}
}

public enum CounterTabAction: Equatable, Sendable {
  case add(Int)
  case isEvenTapped
}
public enum ProfileTabAction: Equatable, Sendable { case resetTapped }

public enum TabsAction: Equatable, Sendable {
  case counter(CounterTabAction)
  case profile(ProfileTabAction)

  static let counter = Prism(TabsAction.counter) { if case .counter(let it) = $0 { it } else { nil } }
  static let profile = Prism(TabsAction.profile) { if case .profile(let it) = $0 { it } else { nil } }
}

let counterTab = Reducer<Sharing<CounterTab, Stats>, CounterTabAction> { state, action in
  switch action {
  case .add(let step):
    state.alert = nil
    state.shared.count += step
    state.shared.changes += 1
  case .isEvenTapped: state.alert = "\(state.shared.count) is \(state.shared.count % 2 == 0 ? "even" : "odd")"
  }
  return .none
}

let profileTab = Reducer<Sharing<ProfileTab, Stats>, ProfileTabAction> { state, _ in
  (state.shared.count, state.shared.changes) = (0, 0)
  return .none
}

public let tabs = Reducer<TabsApp, TabsAction>.combined(
  counterTab.lifted(state: \.counter, sharing: \.stats, action: TabsAction.counter),
  profileTab.lifted(state: \.profile, sharing: \.stats, action: TabsAction.profile))
