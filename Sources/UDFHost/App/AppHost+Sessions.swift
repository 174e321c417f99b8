import LuaRuntime

extension AppHost {
  /// Writes the state of all features to a file as JSON: all of it or, after a failure or a crash, what the file held before.
  /// Throws a ``HostError`` if the file cannot be written, or holds anything else than a state that was saved.
  ///
  ///     try host.save(to: "cart.json")
  ///     try host.load(from: "cart.json")
  public func save(to path: String) throws(HostError) {
    try requireOwner()
    try dispatcher.refuseInScript("save")
    try sessions.snapshots.save(to: path)
  }

  /// Replaces the state by one that ``save(to:)`` has written, or by a map from features to their states, and empties the
  /// history. Running effects are cancelled, features that the file does not name begin again, and none receives
  /// `start`. Returns what that changed in the state. Throws a ``HostError``, and nothing has changed, if anything in the file does
  /// not fit the app.
  @discardableResult
  public func load(from path: String) throws(HostError) -> [Change] {
    try requireOwner()
    try travel.refuseIfRunning("load")
    return try sessions.snapshots.load(from: path)
  }

  /// Records from now on what happens, until the host ends. A session that the file holds already is replaced. What a script
  /// does is in the file when the script has ended, or sooner in blocks of 64 KiB. Throws a ``HostError`` if the file holds
  /// anything else, or none can be made.
  ///
  ///     try host.record(to: "session.ndjson")
  public func record(to path: String) throws(HostError) { try owned().sessions.record(to: path) }
}
