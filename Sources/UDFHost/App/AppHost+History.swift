import LuaRuntime

/// The committed actions; see ``TimeTravel``.
extension AppHost {
  /// The committed actions, oldest first, with undone actions that can be redone.
  public var history: [ActionRecord] { history(last: .max) }

  /// Returns the last `count` actions of ``history``.
  public func history(last count: Int) -> [ActionRecord] { isOnOwner() ? travel.records(last: count) : [] }

  /// Returns the last `count` actions for which the predicate holds. It is called for the newest action first.
  public func history(last count: Int, where isMeant: (ActionRecord) -> Bool) -> [ActionRecord] {
    isOnOwner() ? travel.records(last: count, where: isMeant) : []
  }

  /// Throws a ``HostError`` if the path does not begin with the name of a feature.
  package func requireFeature(of path: Path) throws(HostError) {
    try tree.requireFeature(of: path, as: path.description)
  }

  /// Returns the changes of the state after the action `first` up to the action `last`, or up to now. Several changes
  /// at one place become one, and a place that has its old value again has none. The number 0 means the beginning.
  /// Throws a ``HostError`` if the history has no such action.
  ///
  ///     try host.changes(after: 2, upTo: 7)
  public func changes(after first: Int, upTo last: Int? = nil) throws(HostError) -> [Change] {
    try owned().travel.changes(after: first, upTo: last)
  }

  /// Returns the whole state after an action; 0 means the beginning. The shown state does not change. Throws a
  /// ``HostError`` if the history has no such action.
  ///
  ///     let initial = try host.state(after: 0)
  public func state(after n: Int) throws -> Value { try owned().travel.state(after: n) }

  /// Calls `body` while the host shows the state and the screens after an action, which observers do not notice. Throws a
  /// ``HostError`` if the history has no such action; `what` names the caller in it.
  package func withState<Seen>(
    after n: Int, for what: String, _ body: () throws(HostError) -> Seen
  ) throws(HostError) -> Seen {
    try owned().travel.withState(after: n, for: what, body)
  }

  /// Finds the action that last wrote the value at a path such as `cart.items[1].qty`, or a value inside it. An item
  /// that has moved is followed. Throws a ``HostError`` if the path is not valid or not in a feature.
  public func blame(_ path: String) throws -> Blame { try owned().travel.blame(path) }

  /// The number of the action after which the state is shown, until ``returnToLive()``; nil: the present.
  public var pastAction: Int? { isOnOwner() ? travel.pastAction : nil }

  /// Shows the state after an action; 0 means the beginning. State, views, screens and Lua that only reads are
  /// available. Changes of the state are refused, and results of effects, engines, other threads and saved files wait.
  /// Throws a ``HostError`` if the history has no such action.
  ///
  ///     try host.visit(action: 12)
  ///     try host.value(at: "cart.total")
  ///     try host.returnToLive()
  public func visit(action n: Int) throws { try owned().travel.visit(action: n) }

  /// Shows the state after an entry of the shared log, like ``visit(action:)``. Throws a ``HostError`` if the history does not
  /// have the entry.
  ///
  ///     try host.visit(entry: 1234)
  public func visit(entry position: Int64) throws {
    let host = try owned()
    try host.travel.visit(action: host.shared.action(at: position))
  }

  /// Returns to the present and processes what has waited. Throws a ``HostError`` while a script runs.
  public func returnToLive() throws {
    try requireOwner()
    try dispatcher.refuseInScript("at")
    travel.returnToLive()
    poll()
  }

  /// The number of events that wait while a past point is shown.
  public var waiting: WaitingEvents { isOnOwner() ? travel.waiting : WaitingEvents() }
}
