import UDF

/// Three ways from one screen to a counter: pushed, in a sheet, or in a popover. At most one is open.
public nonisolated enum DestinationRoute: Equatable, Sendable {
  case home
  case counter(Style, Int)

  public nonisolated enum Style: Equatable, Sendable { case drillDown, sheet, popover }

  static func counter(_ style: Style) -> Prism<DestinationRoute, Int> {
    Prism(extract: { if case .counter(style, let it) = $0 { it } else { nil } }, embed: { .counter(style, $0) })
  }
}

public nonisolated enum DestinationEvent: ScreenEvent { case tapped(DestinationRoute.Style) }

public struct DestinationApp: Equatable {
  public var path = NavigationPath(DestinationRoute.home)

  public init() {}
}

public nonisolated enum DestinationAction: Equatable, Sendable {
  case navigation(NavigationAction<DestinationEvent>)
  case counter(DestinationRoute.Style, Int, by: Int)

  static let navigation = Prism(DestinationAction.navigation) { if case .navigation(let it) = $0 { it } else { nil } }
  static func counter(_ style: DestinationRoute.Style) -> Prism<DestinationAction, (Int, Int)> {
    Prism(
      extract: { if case .counter(style, let id, let by) = $0 { (id, by) } else { nil } },
      embed: { .counter(style, $0.0, by: $0.1) })
  }
}

public let destinations: Reducer<DestinationApp, DestinationAction> = {
  let flow = Flow<DestinationApp, DestinationEvent, DestinationRoute>(start: .home) { event in
    switch event {
    case .tapped(.drillDown): [.popTo(.home), .push(.counter(.drillDown, 0))]
    case .tapped(let style): [.popTo(.home), .present(.counter(style, 0))]
    }
  }
  let counter = Reducer<Int, Int> { count, step in
    count += step
    return .none
  }
  func screens(_ style: DestinationRoute.Style) -> Reducer<DestinationApp, DestinationAction> {
    counter.onScreens(of: \.path, route: DestinationRoute.counter(style), action: DestinationAction.counter(style))
  }
  return .combined(
    screens(.drillDown), screens(.sheet), screens(.popover),
    flow.reducer(path: \.path, state: \.self, action: DestinationAction.navigation))
}()
