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
  /// its effects end when it leaves the path, for any reason. Effects that should continue need another action.
  public func onScreens<Whole, WholeAction, Route>(
    of path: WritableKeyPath<Whole, NavigationPath<Route>>, route: Prism<Route, State>,
    action: Prism<WholeAction, (Int, Action)>, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Reducer<Whole, WholeAction> {
    let step = PartStep { (whole: Whole, screen: Int) in
      whole[keyPath: path][screen].flatMap { route.extract($0.route) }
    }
    return onParts(at: path, step, action, "no screen on the path has the id", SourceLocation(fileID, line)) {
      whole, screen, action in
      var effect: Effect<Action>?
      whole[keyPath: path].update(screen, route) { effect = body(&$0, action) }
      return effect
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
    let step = PartStep { (whole: Whole, screen: Int) in
      whole[keyPath: path][screen].map { _ in whole[keyPath: part] }
    }
    return onParts(at: path, step, action, "no screen on the path has the id", SourceLocation(fileID, line)) {
      whole, screen, action in
      whole[keyPath: path][screen] == nil ? nil : body(&whole[keyPath: part], action)
    }
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
