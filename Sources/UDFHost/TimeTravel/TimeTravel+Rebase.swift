import LuaRuntime

extension TimeTravel {
  /// Reduces the recorded actions from `first` on again, without those in `removals`.
  ///
  /// - Parameters:
  ///   - command: the user's command.
  ///   - removals: the number of the undo that removes each action, by the number of the action.
  ///   - undos: the undos whose actions are restored.
  ///   - bringsBack: whether actions that a reducer refused before are tried again.
  ///   - record: updates the list of undos. It runs before observers are notified, because they may send actions and
  ///     undo.
  func rebase(
    _ command: RebaseCommand, from first: Int, removing removals: [Int: Int] = [:], restoring undos: Set<Int> = [],
    bringsBack: Bool = true, record: () -> Void
  ) throws(HostError) -> RebaseReport {
    let returning = aside.filter { action in
      bringsBack && action.n >= first && removals[action.n] == nil && (action.undo.map(undos.contains) ?? true)
    }
    // The command fails if a reducer refuses one of the user's own actions that it restores.
    let what = command.rawValue
    let roots = returning.filter { $0.undo != nil && Trigger.isUsers($0.kept.entry.origin, $0.kept.entry.cause) }
    let rebase = try tree.rebase(
      from: first, without: { removals[$0] != nil }, arrange: { Rebase.inserting(returning.map(\.kept), into: $0) },
      objection: { [tree] kept, error in
        if error.isStop {
          return HostError(
            code: error.code,
            message: """
              \(what): #\(kept.n) \(tree.actions[kept.entry.id].name) was not reduced completely: \(error.message)
                The state and the history are unchanged.
              """, file: error.file, line: error.line, traceback: error.traceback)
        }
        if isShared(kept.entry.id) {
          return HostError(
            usage: """
              \(what): #\(kept.n) \(tree.actions[kept.entry.id].name) belongs to all hosts of the shared log, and is refused now: \(error.message)
                The state and the history are unchanged. A reducer depends on more than its state and its action.
                To fix this, mend the reducer on all hosts, and start the app again.
              """)
        }
        guard roots.contains(where: { $0.n == kept.n }) else { return nil }
        return HostError(
          usage: """
            \(what): #\(kept.n) is refused now: \(error.message)
              The state and the history are unchanged.
              To fix this, load code that accepts the action, or continue: the next action discards what was undone
            """)
      },
      check: { () throws(HostError) in try screens.checkState(for: what) })
    let (report, removed) = report(rebase, removals, returning)
    record()
    didRebase(command, report, without: removed)
    reportFollowers(of: rebase)
    return report
  }

  /// Reports the errors of local reducers of shared actions.
  func reportFollowers(of rebase: Rebase) {
    for action in rebase.actions {
      for error in action.newFollowerErrors { events.emit(.error(error, action: action.n)) }
    }
  }

  /// Notifies observers that the state was replaced, and cancels the effects of actions that the history no longer
  /// contains.
  func didRebase(_ command: RebaseCommand, _ report: RebaseReport, without removed: Set<Int>) {
    // Observers see the new state before any action that a cancelled effect still sends.
    let left = screens.followRebase()
    let reactions = command == .confirm ? [] : derivations.followUndo()
    events.notifySessions()
    events.emit(.rebase(command, report))
    effects.cancel { removed.contains($0) }
    screens.forget(left)
    events.notifyStateObservers()
    derivations.start(reactions)
  }

  /// Sets aside the actions that the history no longer contains. Returns the report and the numbers of these actions.
  ///
  /// - Parameter isRead: whether anybody reads the changes and the actions of the report. Without removals they can be left out.
  func report(
    _ rebase: Rebase, _ removals: [Int: Int], _ returning: [AsideAction], isRead: Bool = true
  ) -> (RebaseReport, removed: Set<Int>) {
    var report = RebaseReport()
    if isRead { report.changes = rebase.changes { [tree] name in tree.slices[name].map(tree.isOfEngine) ?? false } }
    let known = Dictionary(uniqueKeysWithValues: returning.map { ($0.n, $0) })
    aside.removeAll { known[$0.n] != nil }
    var removed: Set<Int> = []
    for action in rebase.actions {
      let returned = known[action.n]
      var former: [Change] { action.former?.list ?? returned?.changes ?? [] }
      if let undo = removals[action.n] {
        let changes = former
        aside.append(AsideAction(kept: action.kept, changes: changes, undo: undo))
        removed.insert(action.n)
        report.removed.append(record(action.kept, changes, undone: true))
      } else if let error = action.error {
        let type = tree.actions[action.kept.entry.id].name
        let wasRefused = returned.map { $0.undo == nil } ?? false
        if !wasRefused { report.refusals.append(.init(n: action.n, type: type, error: error)) }
        if action.changes == nil {
          aside.append(AsideAction(kept: action.kept, changes: former, undo: nil))
          removed.insert(action.n)
        }
      } else if isRead {
        if action.isUnchanged { continue }
        let changes = action.changes?.list ?? []
        if action.former == nil { report.restored.append(record(action.kept, changes)) }
        let isNew = action.former == nil && returned == nil
        if !isNew, changes != former {
          report.differing.append(
            ReplayedAction(record: record(action.kept, former), changes: changes, differs: true))
        }
      }
    }
    // These actions were refused before, and are removed by an undo now.
    for index in aside.indices { if let undo = removals[aside[index].n] { aside[index].undo = undo } }
    aside.sort { $0.n < $1.n }
    report.removed.reverse()
    let ledger = effects.ledger
    let gone = removed.union(removals.keys)
    report.lostEffects = ledger.losses.filter { loss in
      if loss.isOfUndo { return report.restored.contains { $0.n == loss.n } }
      return gone.contains(loss.by) && !gone.contains(loss.n) && history.entry(loss.n) != nil
    }
    report.lostEffects += effects.losses(ofUndone: removed.contains)
    report.calls = ledger.calls.filter { gone.contains($0.n) }
    return (report, removed)
  }
}
