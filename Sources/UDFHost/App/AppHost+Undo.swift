extension AppHost {
  /// Removes the last action that came from the prompt or a view event, and all actions that it caused, as ``undo(_:)``
  /// does. Returns the removed actions, newest first.
  @discardableResult
  public func undo() throws -> [ActionRecord] { try undo(1).removed }

  /// Removes the last `count` actions that came from the prompt or a view event, and all actions that they caused.
  ///
  /// The host reduces the other actions since then again, with the present code, without effects or reactions. Effects
  /// of removed actions are cancelled. Throws a ``HostError`` and changes nothing if there are fewer actions, if one of
  /// them changed data of an engine, or if a screen without a route would come back.
  ///
  /// If one of them is shared, all hosts remove it when the log has the undo as an entry. Throws if the log has not confirmed the
  /// action, or has confirmed it more than 1,000 entries ago. If the log does not answer within a second, the report is empty, and
  /// the action is removed later.
  ///
  ///     let report = try host.undo(2)
  ///     report.removed.map(\.type)   // ["cart/priced", "cart/add", "cart/add"]
  ///     report.differing             // the other actions that have another result now
  @discardableResult
  public func undo(_ count: Int) throws -> RebaseReport { try owned().travel.undo(count) }

  /// Restores the actions that the last undo has removed. Returns them, oldest first.
  @discardableResult
  public func redo() throws -> [ActionRecord] { try redo(1).restored }

  /// Restores the actions that the last `count` undos have removed, each at its place; cancelled effects do not run
  /// again. Possible until the next action from the prompt or a view event. Throws as ``undo(_:)`` does.
  @discardableResult
  public func redo(_ count: Int) throws -> RebaseReport { try owned().travel.redo(count) }

  /// Continues from the past point that is shown: removes the later actions as ``undo(_:)`` does, and ``redo()``
  /// restores them. Rows that engines have delivered stay. Throws a ``HostError`` if the present is shown.
  ///
  ///     try host.visit(action: 3)
  ///     try host.resume()
  @discardableResult
  public func resume() throws -> RebaseReport {
    let report = try owned().travel.resume()
    poll()
    return report
  }

  /// Reduces the history again with the present code, beginning with the first action that now has another result.
  /// Actions that are now refused are left out. Effects do not run again. Throws a ``HostError`` and changes nothing if
  /// a script runs or the path would contain a screen whose route was removed.
  ///
  ///     try host.replay().first   // 3: #1 and #2 have the same result as before
  public func replay() throws -> ReplayReport { try owned().travel.replay() }

  /// Compares the recorded changes of each of these actions with those that the present code makes from the same state;
  /// the state does not change. Throws a ``HostError`` if a script runs or the history has none of these actions.
  public func replay(_ range: ClosedRange<Int>) throws -> [ReplayedAction] { try owned().travel.replay(range) }
}
