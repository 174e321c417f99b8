/// A journey through screens that do not know each other: where it starts, which steps follow from what happens on them, who
/// may go where.
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
/// A flow sees events, routes and, in its guards, the state; it has no actions to send. The same screens make another
/// journey in another flow. It works in an app as the ``reducer(path:state:action:)`` of a ``NavigationPath``.
public struct Flow<State, Event: ScreenEvent, Route: Equatable & Sendable> {
  /// Where the journey begins; no guard is asked.
  public let start: Route
  private(set) var answer: (Event, Route) -> [Move]?
  private(set) var admission: (Route, State) -> Admission<Route> = { _, _ in .pass }
  var links: [LinkRule<Route>] = []
  var errorRoute: ((String, LinkError?) -> Route)?
  let location: SourceLocation

  /// A step, or the leaving of a flow inside, which knows its routes.
  enum Move {
    case step(NavigationStep<Route>)
    case leave((Route) -> Bool)
  }

  /// A flow that begins with `start` and answers events.
  ///
  /// - Parameter steps: what follows from an event, taken all or none; `nil` leaves the event to the flow around this one.
  public init(
    start: Route, fileID: StaticString = #fileID, line: UInt = #line,
    _ steps: @escaping (Event) -> [NavigationStep<Route>]?
  ) {
    self.start = start
    location = SourceLocation(fileID, line)
    answer = { event, _ in steps(event)?.map(Move.step) }
  }

  /// This flow with a guard, asked before each step that leads on, also by a link; the first that does not pass decides.
  public func guarded(_ admission: @escaping (Route, State) -> Admission<Route>) -> Flow {
    var flow = self
    flow.admission = { [others = self.admission] route, state in
      let answer = others(route, state)
      return if case .pass = answer { admission(route, state) } else { answer }
    }
    return flow
  }

  /// This flow with another one inside, whose start it pushes or presents as it likes.
  ///
  /// While a screen of the inner flow is on top, the inner flow is asked first, about events that are its own; those that it
  /// does not answer go outwards, and so does one that it answers with ``NavigationStep/finish``.
  ///
  ///     shop.including(checkout, state: \.checkout, event: ShopEvent.checkout, route: ShopRoute.checkout)
  public func including<InnerState, InnerEvent, InnerRoute>(
    _ inner: Flow<InnerState, InnerEvent, InnerRoute>, state part: KeyPath<State, InnerState>,
    event: Prism<Event, InnerEvent>, route: Prism<Route, InnerRoute>
  ) -> Flow {
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

  /// What becomes of the wish to go to a route: the route, or the one to go to first with what was wanted.
  func admit(_ route: Route, _ state: State) throws(NavigationError) -> (route: Route, wanted: Route?) {
    var asked = [route]
    while true {
      let next = asked[asked.count - 1]
      switch admission(next, state) {
      case .pass: return (next, asked.count > 1 ? route : nil)
      case .refuse: throw .refused(String(describing: next))
      case .first(let other):
        asked.append(other)
        guard asked.firstIndex(of: other) == asked.count - 1 else {
          throw .guardsInCircle(asked.map { String(describing: $0) })
        }
      }
    }
  }
}
