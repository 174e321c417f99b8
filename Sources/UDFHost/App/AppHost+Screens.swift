import LuaRuntime

extension AppHost {
  /// The screens on the path, the visible one last; none if the app has no flow.
  public var screens: [ScreenInstance] { screenStack.screens }

  /// The view state of a screen, by its id; without one, of the top screen. Throws a ``HostError`` if there is no such screen
  /// or its scene fails.
  public func screenState(of id: Int? = nil) throws(HostError) -> Value { try screenStack.screenState(of: id) }

  /// Raises an event of a screen's scene, `tap`; without an id, of the top screen. The effects that follow from it end with
  /// the screen. Throws a ``HostError`` if there is no such screen or event, or its action is refused; returns false if it
  /// comes to no action.
  @discardableResult
  public func raise(_ event: String, _ fields: Record = [:], on id: Int? = nil) throws -> Bool {
    try screenStack.raise(event, fields, on: id)
  }

  /// Raises an event of a feature or a scene, `cart.tap`, on the screen with an id. The effects that follow from it end with
  /// the screen. Throws and returns as ``event(_:_:)`` does.
  package func event(_ name: String, _ fields: Record, on screen: Int) throws -> Bool {
    try screenStack.sceneEvent(name, fields, on: screen)
      ?? viewEvents.raise(name, fields, origin: .event, screen: screen)
  }
}
