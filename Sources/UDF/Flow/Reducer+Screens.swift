extension Reducer {
  /// This reducer for what is done on the screens of a path; an action for one that is not on it is ignored and reported.
  ///
  /// The effects, and those of the actions that they send, belong to the screen: its ids of effects are its own, and all of
  /// them end when it leaves the path, in a store that was told to ``Store/endEffects(ofScreensLeaving:)``. Effects that are to
  /// outlive it begin with another action.
  ///
  ///     article.onScreens(of: \AppState.path, state: \.articles, action: AppAction.article)
  public func onScreens<Whole, WholeAction, Route>(
    of path: KeyPath<Whole, NavigationPath<Route>>, state part: WritableKeyPath<Whole, State>,
    action: Prism<WholeAction, (Int, Action)>, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Reducer<Whole, WholeAction> {
    Reducer<Whole, WholeAction> { whole, wholeAction in
      guard let (screen, screenAction) = action.extract(wholeAction) else { return .none }
      guard whole[keyPath: path][screen] != nil else {
        let problem = "no screen on the path has the id \(screen)"
        return .report(.missingElement(screenAction, problem, at: SourceLocation(fileID, line)))
      }
      let effect = body(&whole[keyPath: part], screenAction)
      if case .none = effect { return .none }
      let owner = ScreenEffects<Route>(screen: screen)
      return effect.map(key: EffectID(owner)) { action.embed((screen, $0)) }.cancellable(id: owner)
    }
  }

  /// This reducer, telling which screen event an action amounts to once it is reduced.
  ///
  ///     features.emitting(as: AppAction.navigation) { action, state in
  ///       if case .login(.loggedIn) = action { NewsEvent.loggedIn } else { nil }
  ///     }
  public func emitting<Event>(
    as navigation: Prism<Action, NavigationAction<Event>>, _ event: @escaping (Action, State) -> Event?
  ) -> Reducer {
    Reducer { state, action in
      let effect = body(&state, action)
      guard let event = event(action, state) else { return effect }
      return effect.merged(with: .send(navigation.embed(.event(event))))
    }
  }
}
