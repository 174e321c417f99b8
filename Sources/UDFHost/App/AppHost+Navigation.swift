import LuaRuntime

extension AppHost {
  /// The navigation of the app for Swift programs; nil if the app has no flow.
  ///
  ///     try host.navigation?.push("article", ["id": "7"])
  ///     host.navigation?.path.map(\.route)    // ["list", "article"]
  public var navigation: Navigation? { isOnOwner() && current.flow != nil ? Navigation(host: self) : nil }

  /// Shows the screens of a link, such as `news://app/articles/7?tab=comments` or `/articles/7`, on the flow's first
  /// screen. A link without a route shows the flow's route `notFound`, or the scene `error`. Throws a ``HostError`` and
  /// leaves the path unchanged if the text is not a link, the app has no flow, or a guard refuses.
  public func open(link: String) throws { try owned().open(link: link, origin: .event) }

  package func open(link: String, origin: Origin) throws { try screenStack.open(link: link, origin: origin) }

  /// The screens on the path, with the visible one last; empty if the app has no flow.
  public var screens: [ScreenInstance] { isOnOwner() ? screenStack.screens : [] }

  /// Returns the view state of a screen by its id, or of the top screen. Throws a ``HostError`` if there is none or it
  /// fails.
  public func screenState(of id: Int? = nil) throws(HostError) -> Value { try owned().screenStack.screenState(of: id) }

  /// Returns to the previous screen: dismisses the top screen if it was presented, else pops it. Throws a ``HostError``
  /// if there is no previous screen.
  public func back() throws { try owned().screenStack.back() }
}
