/// The navigation between independent screens: the first screen, the steps after events, and the guards of routes.
///
///     let news = Flow<NewsState, NewsEvent, NewsRoute>(start: .list) { event in
///       switch event {
///       case .articleChosen(let id): [.push(.article(id))]
///       case .loggedIn: [.resume]
///       }
///     }
///     .guarded { route, state in
///       if route == .favorites, state.user == nil { .first(.login) } else { .pass }
///     }
///
/// A flow reads events, routes and, in its guards, the state; it sends no actions. Another flow can use the same
/// screens in another order. An app uses a flow as the ``reducer(path:state:action:)`` of a ``NavigationPath``.
public struct Flow<State, Event: ScreenEvent, Route: Equatable & Sendable>: Sendable {
  /// The first screen. Guards do not apply to it.
  public let start: Route
  private(set) var answer: @Sendable (Event, Route) -> [Move]?
  private(set) var admission: @Sendable (Route, State) -> Admission<Route> = { _, _ in .pass }
  var links: [LinkRule<Route>] = []
  var errorRoute: (@Sendable (String, LinkError?) -> Route)?
  let location: SourceLocation

  /// A step, or the end of an inner flow, whose routes it can recognize.
  enum Move: Sendable {
    case step(NavigationStep<Route>)
    case leave(@Sendable (Route) -> Bool)
  }

  /// Makes a flow that begins with `start` and answers events.
  ///
  /// `steps` returns the steps after an event, applied all or none; `nil` passes the event to the surrounding flow.
  public init(
    start: Route, fileID: StaticString = #fileID, line: UInt = #line,
    _ steps: @escaping @Sendable (Event) -> [NavigationStep<Route>]?
  ) {
    self.start = start
    location = SourceLocation(fileID, line)
    answer = { event, _ in steps(event)?.map(Move.step) }
  }

  /// Returns this flow with a guard, which decides about each forward step, including those of links. The first guard
  /// that does not permit the route decides.
  public func guarded(_ admission: @escaping @Sendable (Route, State) -> Admission<Route>) -> Flow {
    var flow = self
    flow.admission = { [others = self.admission] route, state in
      let answer = others(route, state)
      return if case .pass = answer { admission(route, state) } else { answer }
    }
    return flow
  }

  /// Returns this flow with an inner flow. The outer flow pushes or presents the first screen of the inner one.
  ///
  /// While a screen of the inner flow is on top, the inner flow gets its own events first. The outer flow gets the
  /// events that the inner flow does not answer, and those that it answers with ``NavigationStep/finish``.
  ///
  ///     shop.including(checkout, state: \.checkout, event: ShopEvent.checkout, route: ShopRoute.checkout)
  public func including<InnerState, InnerEvent, InnerRoute>(
    _ inner: Flow<InnerState, InnerEvent, InnerRoute>, state part: KeyPath<State, InnerState>,
    event: Prism<Event, InnerEvent>, route: Prism<Route, InnerRoute>
  ) -> Flow {
    nonisolated(unsafe) let part = part
    var flow = guarded { whole, state in
      guard let inside = route.extract(whole) else { return .pass }
      return inner.admission(inside, state[keyPath: part]).map(route.embed)
    }
    flow.answer = { [answer] whole, top in
      guard let innerEvent = event.extract(whole), let screen = route.extract(top),
        let moves = inner.answer(innerEvent, screen)
      else { return answer(whole, top) }
      return moves.flatMap { move -> [Move] in
        switch move {
        case .step(.finish): [.leave { route.extract($0) != nil }] + (answer(whole, top) ?? [])
        case .step(let step): [.step(step.map(route.embed))]
        case .leave(let isInside): [.leave { route.extract($0).map(isInside) ?? false }]
        }
      }
    }
    flow.links = inner.links.reduce(links) { $0.adding($1.lifted(to: route)) }
    return flow
  }

  /// Applies the guards to a route. Returns the permitted route; if it is not the original one, also that.
  func admit(_ route: Route, _ state: State) throws(NavigationError) -> (route: Route, wanted: Route?) {
    var candidates = [route]
    while true {
      let next = candidates[candidates.count - 1]
      switch admission(next, state) {
      case .pass: return (next, candidates.count > 1 ? route : nil)
      case .refuse: throw .refused(String(describing: next))
      case .first(let other):
        candidates.append(other)
        guard candidates.firstIndex(of: other) == candidates.count - 1 else {
          throw .guardsInCircle(candidates.map { String(describing: $0) })
        }
      }
    }
  }
}
