extension AppHost {
  /// Throws a ``HostError`` with the code `owner` if the caller does not run on the host's owner.
  @inline(__always) package func requireOwner(_ entry: StaticString = #function) throws(HostError) {
    try dispatcher.requireOwner(entry)
  }

  /// Returns the host itself, for calls that may throw. Throws as ``requireOwner(_:)`` does.
  @inline(__always) func owned(_ entry: StaticString = #function) throws(HostError) -> AppHost {
    try requireOwner(entry)
    return self
  }

  /// Whether the caller runs on the host's owner. Calls that cannot throw use this: elsewhere they do nothing and
  /// return the value of an empty host. The first such refusal is written to standard error.
  @inline(__always) package func isOnOwner(_ entry: StaticString = #function) -> Bool {
    if dispatcher.owner.isCurrent { return true }
    dispatcher.foreignCalls.report(entry)
    return false
  }
}
