import LuaRuntime
import UDF

extension AppHost {
  /// Sends an action and everything that follows from it at once. Throws a ``HostError`` if it is refused or unhandled.
  public func send(_ type: String, _ fields: Record = [:], origin: Origin = .native) throws {
    try requireOwner()
    try dispatcher.send(type, fields, origin: origin)
  }

  /// Whether ``onEvent`` receives committed actions; it always receives those that failed. Off, a dispatch costs less.
  public var tellsActions: Bool {
    get { isOnOwner() && events.reportsCommits }
    set { if isOnOwner() { events.reportsCommits = newValue } }
  }

  /// Called on the owner with everything that happens. It may read the host; what it sends waits its turn.
  public var onEvent: ((HostEvent) -> Void)? {
    get { isOnOwner() ? events.onEvent : nil }
    set { if isOnOwner() { events.onEvent = newValue } }
  }
}
