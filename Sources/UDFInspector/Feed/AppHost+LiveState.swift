import UDFHost

extension AppHost {
  /// Returns the present state, also while the host shows a past one. Throws a ``HostError`` if it cannot be read.
  func liveState() throws -> Value {
    guard pastAction != nil, let last = history.last(where: { !$0.undone })?.n else { return try value(at: "") }
    return try state(after: last)
  }
}
