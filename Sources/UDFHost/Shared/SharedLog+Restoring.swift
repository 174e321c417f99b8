import LuaRuntime
import UDFLog

/// Replaces the shared state, and the history of the actions that an undo can remove from it.
extension SharedLog {
  /// Replaces the state of the shared features by the state of a snapshot. Afterwards the history contains only the
  /// snapshot's actions and the own actions that wait.
  ///
  /// - Parameter number: the number of the last own entry that the snapshot contains.
  func restore(_ snapshot: LogSnapshot, includes number: Int64) throws(HostError) {
    guard let content = SharedSnapshot(snapshot.body), features.allSatisfy({ isState(content.former[$0]) }) else {
      throw HostError(code: "state", message: "this version has not written it, or it is damaged")
    }
    for name in features.sorted() { try (tree.slices[name] as? any HostedSlice)?.check(content.former[name]) }
    let former = tree.contents(of: tree.slices.keys)
    _ = try rollBackPending()
    var settled: [SharedAction] = []
    while let first = sent.first, first.number <= number {
      settled.append(first)
      sent.removeFirst()
    }
    tree.history.clear("the snapshot of the shared log")
    travel.clear()
    let refusals = try rebuild(content)
    known = snapshot.place.position
    if let last = settled.last { outbox?.remove(EntryName(host, last.number)) }
    var report = RebaseReport()
    report.changes = tree.changes(since: former)
    report.refusals = refusals
    travel.didRebase(.confirm, report, without: Set(settled.map(\.n)).union(refusals.map(\.n)))
    travel.derivations.reactToOthers()
    self.report(unread: settled.filter { $0.command == nil })
  }

  private func isState(_ value: Value) -> Bool {
    switch value {
    case .map, .list: true
    default: false
    }
  }

  /// Warns about own actions whose entries were removed before this host has read them.
  private func report(unread actions: [SharedAction]) {
    guard !actions.isEmpty else { return }
    let names = actions.prefix(3).map { "#\($0.n) \(tree.actions[$0.id].name)" }.joined(separator: ", ")
    let more = actions.count > 3 ? " and \(actions.count - 3) more" : ""
    notify(
      "warning",
      """
      the log has \(names)\(more), and removed the entries before this host read them
        Whether the reducers accepted them is in the state alone; their effects do not run.
      """)
  }

  /// Copies the shared actions before a reload empties the history, for ``restoreShared()``.
  func keepShared() {
    guard isOn, phase != .stopped, expectedCode == nil, !window.isEmpty || !sent.isEmpty else { return }
    do throws(HostError) {
      kept = try snapshot()
      try keepPending { $0.carried }
    } catch {
      stop(
        because: LogFailure(.refused, "\(name): the shared actions cannot be kept over the reload: \(error.message)"))
    }
  }

  /// Restores the shared actions in the history that a reload has emptied. The shared state stays the same.
  func restoreShared() {
    guard let kept else { return }
    self.kept = nil
    do throws(HostError) {
      _ = try rebuild(kept)
      travel.derivations.restReactions()
    } catch {
      stop(
        because: LogFailure(.refused, "\(name): the shared actions are not restored after the reload: \(error.message)")
      )
    }
  }

  /// Sets the shared state to the state before a snapshot's actions, and reduces these actions and the own actions that
  /// wait. The history must be empty. Notifies no observers. Returns the own actions that a reducer refuses now.
  /// Ctrl-C takes effect afterwards, because the state is incomplete meanwhile.
  private func rebuild(_ content: SharedSnapshot) throws(HostError) -> [ReplayReport.Refusal] {
    try tree.machine.shielded { () throws(HostError) in try rebuildUnshielded(content) }
  }

  private func rebuildUnshielded(_ content: SharedSnapshot) throws(HostError) -> [ReplayReport.Refusal] {
    let history = tree.history
    for name in features.sorted() { tree.slices[name]?.setContent(content.former[name], defaults: nil) }
    window.removeAll()
    var carried: [Rebase.Action] = []
    for action in content.actions {
      guard let id = number(of: action.action) else {
        let type = action.action["type"].text ?? "an action"
        throw HostError(code: "state", message: "it has \(type), which this app does not share")
      }
      let kept = history.kept(foreign: id, TapeWriter.bytes(of: action.action), time: clock.now, isCarried: true)
      note(kept.n, action.name, action.position)
      carried.append(Rebase.Action(kept: kept))
    }
    let wasHeld = history.isHeld
    history.isHeld = true
    defer {
      history.isHeld = wasHeld
      pin()
    }
    let result = try rearrange { carried + $0 }
    guard SharedSnapshot.digest(of: try confirmedState()) == content.digest else {
      let fix = "A reducer depends on more than its state and its action. To fix this, mend the reducer on all hosts."
      throw HostError(code: "state", at: nil, "its actions do not lead to its state", notes: [fix])
    }
    return result.report.refusals
  }

  // MARK: own actions that wait

  /// Copies the own actions that wait in the history, so that they can be reduced again.
  private func keepPending(_ form: (History.Kept) -> History.Kept = { $0 }) throws(HostError) {
    for index in sent.indices where sent[index].isReduced {
      guard let entry = tree.history.entry(sent[index].n) else { throw isLost(sent[index]) }
      sent[index].keep(form(tree.history.kept(entry)))
    }
  }

  /// Removes the own actions that wait from the history, until the next ``rearrange(from:removing:arrange:)``. Notifies no observers.
  func rollBackPending() throws(HostError) -> RebaseReport {
    let waiting = sent.filter(\.isReduced).map(\.n)
    guard let first = waiting.first else { return RebaseReport() }
    try keepPending()
    var report = try travel.rearrange(
      from: first, removing: Set(waiting), peers: [], refused: [], arrange: { $0 }
    ).report
    // The report must not list these actions as removed, because they are reduced again later.
    report.removed = []
    return report
  }

  func isLost(_ action: SharedAction) -> HostError {
    let name = "#\(action.n) \(tree.actions[action.id].name)"
    return HostError(
      code: "refused", at: nil, "\(name) waits for the log and is no longer in the history; start the app again")
  }

  /// Reduces again the actions from `first`, and then the actions of this host that the log has not confirmed. Notifies no
  /// observers.
  func rearrange(
    from first: Int = .max, removing removals: Set<Int> = [],
    arrange: ([Rebase.Action]) -> [Rebase.Action] = { $0 }
  ) throws(HostError) -> TimeTravel.Rearrangement {
    let result = try retrying { [self] () throws(HostError) in
      try travel.rearrange(
        from: first, removing: removals, peers: Set(sent.map(\.n)), refused: sent.compactMap(\.kept), arrange: arrange)
    }
    for index in sent.indices { sent[index].didReduce(result.refusals[sent[index].n]) }
    return result
  }

  /// The maximum number of attempts to reduce actions that other hosts have reduced, if a reducer is stopped.
  private static let attempts = 3

  /// Calls `body` again if Ctrl-C, the time budget or the memory limit has stopped a reducer.
  private func retrying<Result>(_ body: () throws(HostError) -> Result) throws(HostError) -> Result {
    var left = SharedLog.attempts
    while true {
      do throws(HostError) { return try body() } catch {
        left -= 1
        guard error.isStop, left > 0, !tree.machine.isStopping else { throw error }
      }
    }
  }
}
