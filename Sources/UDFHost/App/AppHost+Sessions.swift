extension AppHost {
  /// Writes the state of all features to a file as JSON: all of it or, after a failure or a crash, what the file held before.
  /// Throws a ``HostError`` if the file cannot be written, or holds anything else than a state that was saved.
  ///
  ///     try host.save(to: "cart.json")
  ///     try host.load(from: "cart.json")
  public func save(to path: String) throws(HostError) {
    try refuseInScript("save")
    try sessions.snapshots.save(to: path)
  }

  /// Goes on from the state that ``save(to:)`` has written, or from a map of features to their states that somebody has, with
  /// an empty history. Running effects are cancelled, features that the file does not name begin again, and none receives
  /// `start`. Throws a ``HostError``, and nothing has changed, if anything in the file does not fit the app.
  public func load(from path: String) throws(HostError) {
    try refuseIfRunning("load")
    try sessions.snapshots.load(from: path)
  }

  /// Records from now on what happens, until the host ends. A session that the file holds already is replaced. Throws a
  /// ``HostError`` if the file holds anything else, or none can be made.
  ///
  ///     try host.record(to: "session.ndjson")
  public func record(to path: String) throws(HostError) { try sessions.record(to: path) }

  /// Makes a Lua test of all that is done from now on, written when ``endTest()`` is called or the host ends. Throws a
  /// ``HostError`` if one is being recorded already, a file of that name exists, or its folder does not.
  ///
  ///     try host.recordTest(to: "features/cart_test.lua")
  ///     try host.send("cart/add", ["sku": "A1"])
  ///     try host.endTest()
  public func recordTest(to path: String) throws(HostError) { try sessions.recordTest(to: path) }

  /// Writes the test that is being recorded and returns the name of its file, nil if nothing was done. Throws a ``HostError``
  /// if none is being recorded, or if it cannot be written or a file of that name exists by now: then recording goes on.
  @discardableResult
  public func endTest() throws(HostError) -> String? { try sessions.endTest() }
}
