import LuaRuntime

extension AppHost {
  /// Sends an action and everything that follows from it at once. Throws a ``HostError`` if it is refused or unhandled.
  public func send(_ type: String, _ fields: Record = [:], origin: Origin = .native) throws {
    try owned().dispatcher.send(type, fields, origin: origin)
  }
}
