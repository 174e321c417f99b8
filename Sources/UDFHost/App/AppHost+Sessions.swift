import LuaRuntime

extension AppHost {
  /// Writes the state of all features to a file as JSON. After a failure or a crash, the file still has its earlier
  /// content. Throws a ``HostError`` if the file cannot be written, or contains something other than a saved state.
  ///
  ///     try host.save(to: "cart.json")
  ///     try host.load(from: "cart.json")
  public func save(to path: String) throws(HostError) {
    try requireOwner()
    try dispatcher.refuseInScript("save")
    try sessions.snapshots.save(to: path)
  }

  /// Replaces the state by one that ``save(to:)`` has written, or by a map from features to their states, and empties
  /// the history. Cancels running effects. Features that the file does not name get their initial state, and no feature
  /// receives `start`. Returns the changes of the state. If anything in the file does not fit the app, throws a
  /// ``HostError`` and changes nothing.
  @discardableResult
  public func load(from path: String) throws(HostError) -> [Change] {
    try requireOwner()
    return try load(path) { snapshots throws(HostError) in try snapshots.load(from: path) }
  }

  /// Loads a state like ``load(from:)``, but from the content of a file; errors call the file `name`.
  @discardableResult
  package func load(_ bytes: [UInt8], named name: String) throws(HostError) -> [Change] {
    try requireOwner()
    return try load(name) { snapshots throws(HostError) in try snapshots.load(bytes, named: name) }
  }

  /// Replaces the state and the history by a snapshot and the actions that `reduce` reduces from there by ``reduceAgain(_:_:origin:)``.
  package func load(_ snapshot: Snapshot, named name: String, reducing reduce: () -> Void) throws(HostError) {
    try requireOwner()
    _ = try load(name) { snapshots throws(HostError) in
      snapshots.load(try snapshots.contents(of: snapshot, file: name), reducing: reduce)
    }
  }

  private func load(_ name: String, _ body: (Snapshots) throws(HostError) -> [Change]) throws(HostError) -> [Change] {
    try travel.refuseIfRunning("load")
    try shared.refuse("load")
    let changes = try body(sessions.snapshots)
    events.emit(.load(file: name, changes))
    return changes
  }

  /// The text that ``save(to:)`` writes.
  package func savedState() throws(HostError) -> String {
    try requireOwner()
    try dispatcher.refuseInScript("save")
    return try sessions.snapshots.snapshot().text
  }

  /// Records the session from now until the host ends, and replaces a session that the file contains. The actions of a
  /// script are written when the script has ended, or earlier in blocks of 64 KiB. Throws a ``HostError`` if the file
  /// contains something else or cannot be made.
  ///
  ///     try host.record(to: "session.ndjson")
  public func record(to path: String) throws(HostError) {
    try owned().shared.refuse("record", canSend: false)
    try sessions.record(to: path)
  }
}
