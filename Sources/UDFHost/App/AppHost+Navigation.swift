import LuaRuntime

extension AppHost {
  /// What a Swift program navigates by, nil if the app has no flow.
  ///
  ///     try host.navigation?.push("article", ["id": "7"])
  ///     host.navigation?.path.map(\.route)    // ["list", "article"]
  public var navigation: Navigation? { isOnOwner() && current.flow != nil ? Navigation(host: self) : nil }

  /// Shows what a link leads to, on the flow's first screen: `news://app/articles/7?tab=comments` or `/articles/7`. A link that
  /// leads nowhere shows the flow's route `notFound`, or the scene `error`. Throws a ``HostError``, and the path is as it was,
  /// if the text is no link, the app has no flow, or a guard refuses.
  public func open(link: String) throws { try owned().open(link: link, origin: .event) }

  package func open(link: String, origin: Origin) throws { try screenStack.open(link: link, origin: origin) }

  /// The screens on the path, the visible one last; none if the app has no flow.
  public var screens: [ScreenInstance] { isOnOwner() ? screenStack.screens : [] }

  /// The view state of a screen, by its id; without one, of the top screen. Throws a ``HostError`` if there is no such screen
  /// or its scene fails.
  public func screenState(of id: Int? = nil) throws(HostError) -> Value { try owned().screenStack.screenState(of: id) }

  /// Goes back to the screen before: dismisses the top one if it was presented, else pops it. Throws a ``HostError`` if there
  /// is none before it.
  public func back() throws { try owned().screenStack.back() }
}
