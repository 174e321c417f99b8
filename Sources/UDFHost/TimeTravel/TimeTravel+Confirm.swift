import LuaRuntime

extension TimeTravel {
  /// The result of ``rearrange(from:removing:peers:refused:arrange:)``.
  struct Rearrangement {
    let rebase: Rebase
    var report: RebaseReport
    /// The actions that the history no longer contains.
    let removed: Set<Int>
    /// The shared actions that a reducer refuses now.
    let refusals: [Int: (error: HostError, kept: History.Kept)]
  }

  /// Notifies observers of a rearrangement, and cancels the effects of the actions that it has removed.
  func confirm(_ result: Rearrangement, as command: RebaseCommand) {
    didRebase(command, result.report, without: result.removed)
    reportFollowers(of: result.rebase)
    derivations.reactToOthers()
  }

  /// Reduces the actions from `first` on again in the order of the shared log, and notifies no observers.
  ///
  /// - Parameters:
  ///   - removals: actions to remove permanently.
  ///   - peers: the actions of this host that wait for the log. Only they are ordered by their numbers, because the log
  ///     has placed other actions before them.
  ///   - refused: those of `peers` that a reducer has refused before; they are tried again.
  ///   - arrange: moves the actions of the log before the others.
  func rearrange(
    from first: Int, removing removals: Set<Int> = [], peers: Set<Int>, refused: [History.Kept],
    arrange: ([Rebase.Action]) -> [Rebase.Action]
  ) throws(HostError) -> Rearrangement {
    let rebase = try tree.rebase(
      from: first, without: removals.contains,
      arrange: { arrange(Rebase.inserting(refused, into: $0, peers: peers.contains)) }, check: {})
    if !removals.isEmpty { lastUndo += 1 }
    let undo = lastUndo
    let (report, removed) = report(
      rebase, Dictionary(uniqueKeysWithValues: removals.map { ($0, undo) }), [],
      isRead: !removals.isEmpty || events.isObserved)
    // The log decides when these actions are tried again.
    aside.removeAll { isShared($0.kept.entry.id) || !removals.isEmpty && $0.undo == undo }
    var refusals: [Int: (error: HostError, kept: History.Kept)] = [:]
    for action in rebase.actions where isShared(action.kept.entry.id) {
      if let error = action.error { refusals[action.n] = (error, action.kept) }
    }
    return Rearrangement(rebase: rebase, report: report, removed: removed, refusals: refusals)
  }

  /// Returns an action and the local actions that it caused.
  func localConsequences(of root: Int) -> Set<Int> {
    consequences(of: root).filter { n in n == root || history.entry(n).map { !isShared($0.id) } ?? false }
  }
}
