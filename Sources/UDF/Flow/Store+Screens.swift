extension Store {
  /// Ends the effects of each screen that leaves the path, whatever makes it leave: a step, a link, an undo.
  ///
  ///     let ending = store.endEffects(ofScreensLeaving: \.path)
  ///
  /// Which effects belong to a screen says ``Reducer/onScreens(of:state:action:fileID:line:)``.
  public func endEffects<Route>(
    ofScreensLeaving path: KeyPath<State, NavigationPath<Route>>
  ) -> Subscription {
    subscribe { [unowned self] state in
      // Those whose effects run are few; the screens on the path need not be.
      let owners = effects.ids.lazy.compactMap { $0.owner(as: ScreenEffects<Route>.self) }
      let left = owners.filter { state[keyPath: path][$0.screen] == nil }
      for screen in Set(left.map(\.screen)).sorted() { start(.cancel(id: ScreenEffects<Route>(screen: screen))) }
    }
  }
}
