import LuaRuntime

/// What has happened; see ``TimeTravel``.
extension AppHost {
  /// Oldest first, with those that were taken back and can be done again.
  public var history: [ActionRecord] { history(last: .max) }

  /// The last `count` of them.
  public func history(last count: Int) -> [ActionRecord] { isOnOwner() ? travel.records(last: count) : [] }

  /// The last `count` of them for which the predicate holds; it is called for the newest first.
  public func history(last count: Int, where isMeant: (ActionRecord) -> Bool) -> [ActionRecord] {
    isOnOwner() ? travel.records(last: count, where: isMeant) : []
  }

  /// Throws a ``HostError`` if a path begins with a name that no feature has.
  package func requireFeature(of path: Path) throws(HostError) {
    try tree.requireFeature(of: path, as: path.description)
  }

  /// What was changed after the action `first` up to the action `last`, or to now: of several changes at one place one is
  /// left, and none of what was changed back. 0 is the beginning. Throws a ``HostError`` if the history has no such action.
  ///
  ///     try host.changes(after: 2, upTo: 7)
  public func changes(after first: Int, upTo last: Int? = nil) throws(HostError) -> [Change] {
    try owned().travel.changes(after: first, upTo: last)
  }

  /// Who last wrote what stands at a path, `cart.items[1].qty`, or something inside it. An item that has moved in its list is
  /// followed. Throws a ``HostError`` if the path is none or in no feature.
  public func blame(_ path: String) throws -> Blame { try owned().travel.blame(path) }

  /// After which action the state is shown, until ``returnToLive()``; nil: the state is the present one.
  public var pastAction: Int? { isOnOwner() ? travel.pastAction : nil }

  /// Shows the state as an action left it, 0 being the beginning. State, views, screens and Lua that only reads work there.
  /// Nothing else does: what effects, engines, other threads and saved files have for the host waits, and what would change
  /// the state is refused. Throws a ``HostError`` if the history has no such action.
  ///
  ///     try host.visit(action: 12)
  ///     try host.value(at: "cart.total")
  ///     try host.returnToLive()
  public func visit(action n: Int) throws { try owned().travel.visit(action: n) }

  /// Comes back to the present, and does what has waited. Throws a ``HostError`` while a script runs.
  public func returnToLive() throws {
    try requireOwner()
    try dispatcher.refuseInScript("at")
    travel.leavePast()
    poll()
  }

  /// How much there would be to do for a host that does not stand still.
  public var waiting: WaitingEvents { isOnOwner() ? travel.waiting : WaitingEvents() }
}
