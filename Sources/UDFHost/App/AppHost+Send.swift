import LuaRuntime

extension AppHost {
  /// Dispatches an action and the actions that it causes at once. Throws a ``HostError`` if it is refused or unhandled.
  public func send(_ type: String, _ fields: Record = [:], origin: Origin = .native) throws {
    try owned().dispatcher.send(type, fields, origin: origin)
  }

  /// Raises a view event, such as `cart.tap`. Throws a ``HostError`` if there is no such event or its action is
  /// refused; returns false if the event maps to no action.
  @discardableResult
  public func event(_ name: String, _ fields: Record = [:]) throws -> Bool {
    try owned().screenStack.event(name, fields)
  }

  /// Raises an event of a screen's scene, such as `tap`; without an id, of the top screen. The effects that it starts
  /// are cancelled with the screen. Throws a ``HostError`` if there is no such screen or event, or its action is
  /// refused; returns false if the event maps to no action.
  @discardableResult
  public func raise(_ event: String, _ fields: Record = [:], on id: Int? = nil) throws -> Bool {
    try owned().screenStack.raise(event, fields, on: id)
  }

  /// Raises an event of a feature or a scene, such as `cart.tap`, on the screen with an id. The effects that it starts
  /// are cancelled with the screen. Throws and returns as ``event(_:_:)`` does.
  package func event(_ name: String, _ fields: Record, on screen: Int) throws -> Bool {
    try screenStack.event(name, fields, on: screen)
  }
}
