extension AppHost {
  /// Removes the last action that came from the prompt or a view event, with all that it caused and nothing else, as
  /// ``undo(_:)`` does. Gives the removed actions, newest first.
  @discardableResult
  public func undo() throws -> [ActionRecord] { try undo(1).removed }

  /// Removes the last `count` actions that came from the prompt or a view event, with all that they caused and nothing else.
  ///
  /// What other actions did since is reduced again, with the present code and without effects or reactions. Effects of removed
  /// actions end. Throws a ``HostError``, and nothing is done, if there are not so many, if one of them changed what an engine
  /// keeps, or if it would bring back a screen whose route is gone.
  ///
  ///     let report = try host.undo(2)
  ///     report.removed.map(\.type)   // ["cart/priced", "cart/add", "cart/add"]
  ///     report.differing             // what other actions do otherwise now
  @discardableResult
  public func undo(_ count: Int) throws -> RebaseReport { try owned().travel.undo(count) }

  /// Brings back what the last undo has removed. Gives the actions, oldest first.
  @discardableResult
  public func redo() throws -> [ActionRecord] { try redo(1).restored }

  /// Brings back what the last `count` undos have removed, each action at its place; effects that were cancelled stay so.
  /// Works until the next action that comes from the prompt or a view event. Throws as ``undo(_:)`` does.
  @discardableResult
  public func redo(_ count: Int) throws -> RebaseReport { try owned().travel.redo(count) }

  /// Goes on from the past point that is shown: removes what came after it, as ``undo(_:)`` does, and ``redo()`` brings it back.
  /// What engines have brought stays. Throws a ``HostError`` if the present is shown.
  ///
  ///     try host.visit(action: 3)
  ///     try host.resume()
  @discardableResult
  public func resume() throws -> RebaseReport {
    let report = try owned().travel.resume()
    poll()
    return report
  }

  /// Reduces the past again with the present code, from the first action on that would now do something else; what is refused now
  /// is left out. Effects do not run again. Throws a ``HostError``, and nothing has changed, if a script runs or the path would
  /// lead to a screen whose route is gone.
  ///
  ///     try host.replay().first   // 3: #1 and #2 do what they did
  public func replay() throws -> ReplayReport { try owned().travel.replay() }

  /// What each of these actions did and what the present code does with it, in the state that it found; nothing is changed.
  /// Throws a ``HostError`` if a script runs or the history has none of them.
  public func replay(_ range: ClosedRange<Int>) throws -> [ReplayedAction] { try owned().travel.replay(range) }
}
