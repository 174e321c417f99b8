extension Reducer {
  /// Returns this reducer for the screens of a path that have their state in their route. An action for a screen that
  /// does not exist or has another kind is ignored and reported.
  ///
  ///     enum NewsRoute: Equatable, Sendable {
  ///       case list
  ///       case article(ArticleState)
  ///
  ///       static let article = Prism(NewsRoute.article) { if case .article(let it) = $0 { it } else { nil } }
  ///     }
  ///
  ///     article.onScreens(of: \AppState.path, route: NewsRoute.article, action: AppAction.article)
  ///
  /// The state exists as long as the screen. The ids of its effects are separate from those of other screens, and all
  /// its effects end when it leaves the path, for any reason: a step, a link, an undo. Effects that should continue
  /// must be started by another action.
  public func onScreens<Whole, WholeAction, Route>(
    of path: WritableKeyPath<Whole, NavigationPath<Route>>, route: Prism<Route, State>,
    action: Prism<WholeAction, (Int, Action)>, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Reducer<Whole, WholeAction> {
    nonisolated(unsafe) let path = path
    return Reducer<Whole, WholeAction> { whole, wholeAction in
      guard let (screen, screenAction) = action.extract(wholeAction) else { return .none }
      var effect: Effect<Action>?
      whole[keyPath: path].update(screen, route) { effect = body(&$0, screenAction) }
      guard let effect else { return .report(Self.noScreen(screen, screenAction, fileID, line)) }
      return effect.ofChild(ChildID(path: path, key: screen), { action.embed((screen, $0)) }) { (whole: Whole) in
        whole[keyPath: path][screen].flatMap { route.extract($0.route) }
      }
    }
  }

  /// Returns this reducer for actions on the screens of a path that share a part of the state.
  ///
  ///     search.onScreens(of: \AppState.path, state: \.search, action: AppAction.search)
  ///
  /// The effects, and those of the actions that they send, belong to the screen, as for a screen with its own state.
  public func onScreens<Whole, WholeAction, Route>(
    of path: KeyPath<Whole, NavigationPath<Route>>, state part: WritableKeyPath<Whole, State>,
    action: Prism<WholeAction, (Int, Action)>, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Reducer<Whole, WholeAction> {
    nonisolated(unsafe) let path = path
    nonisolated(unsafe) let part = part
    return Reducer<Whole, WholeAction> { whole, wholeAction in
      guard let (screen, screenAction) = action.extract(wholeAction) else { return .none }
      guard whole[keyPath: path][screen] != nil else {
        return .report(Self.noScreen(screen, screenAction, fileID, line))
      }
      return body(&whole[keyPath: part], screenAction)
        .ofChild(ChildID(path: path, key: screen), { action.embed((screen, $0)) }) { (whole: Whole) in
          whole[keyPath: path][screen] == nil ? nil : whole[keyPath: part]
        }
    }
  }

  private static func noScreen(_ screen: Int, _ action: Action, _ fileID: StaticString, _ line: UInt) -> Misuse {
    missing(action, "no screen on the path has the id \(screen)", fileID, line)
  }

  /// Returns this reducer, which also emits the screen event that an action is mapped to after it was reduced.
  ///
  ///     features.emitting(as: AppAction.navigation) { action, state in
  ///       if case .login(.loggedIn) = action { NewsEvent.loggedIn } else { nil }
  ///     }
  public func emitting<Event>(
    as navigation: Prism<Action, NavigationAction<Event>>, _ event: @escaping @Sendable (Action, State) -> Event?
  ) -> Reducer {
    Reducer { state, action in
      let effect = body(&state, action)
      guard let event = event(action, state) else { return effect }
      return effect.merged(with: .send(navigation.embed(.event(event))))
    }
  }
}
