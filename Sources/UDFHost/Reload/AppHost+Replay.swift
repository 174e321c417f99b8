extension AppHost {
  /// Does the past anew with the present code, from the first action on that would now do something else; what is refused now
  /// is left out. Effects do not run again. Throws a ``HostError``, and nothing has changed, if a script runs or the path would
  /// lead to a screen whose route is gone.
  ///
  ///     try host.replay().first   // 3: #1 and #2 do what they did
  public func replay() throws -> ReplayReport {
    try refuseIfRunning("replay")
    let seen = try previewOfAll()
    guard let first = seen.differing.first, let index = tree.history.index(upTo: first) else {
      return ReplayReport(first: nil, actions: seen.actions, unseen: seen.unseen)
    }
    let count = tree.history.applied - index
    let refusals = try tree.redoHistory(from: index) { () throws(HostError) in
      if let gone = goneRoute { throw HostError(code: "usage", message: "replay: \(gone)") }
    }
    preview = nil
    let gone = Set(refusals.map(\.n))
    if !gone.isEmpty { effects.cancel { gone.contains($0) } }
    screenStack.takePath()
    events.notifyStateReplaced()
    return ReplayReport(first: first, actions: count - refusals.count, refusals: refusals, unseen: seen.unseen)
  }

  /// What each of these actions did and what the present code does with it, in the state that it found; nothing is changed.
  /// Throws a ``HostError`` if a script runs or the history has none of them.
  public func replay(_ range: ClosedRange<Int>) throws -> [ReplayedAction] {
    try refuseIfRunning("replay")
    let history = tree.history
    guard let last = history.index(upTo: range.upperBound), history.entries[last].n >= range.lowerBound else {
      let known = history.entries.prefix(history.applied)
      let there = known.first.map { "it has #\($0.n) to #\(known.last?.n ?? $0.n)" } ?? "it is empty"
      let wanted =
        switch (range.lowerBound, range.upperBound) {
        case (let first, .max): "none from #\(first) on"
        case (let first, let last) where first == last: "no action #\(first)"
        case (let first, let last): "none of #\(first) to #\(last)"
        }
      throw HostError(code: "usage", message: "replay: there is \(wanted) in the history; \(there)")
    }
    var compared: [(n: Int, ActionComparison)] = []
    _ = history.lookBack(from: range.upperBound) { entry in
      guard entry.n >= range.lowerBound else { return false }
      compared.append((entry.n, tree.compare(entry)))
      return true
    }
    return compared.reversed().compactMap { n, comparison in
      guard let index = history.index(upTo: n) else { return nil }
      var action = record(index)
      action.changes = comparison.old.compactMap(Change.init)
      return ReplayedAction(
        record: action, changes: comparison.new.compactMap(Change.init), error: comparison.error,
        differs: comparison.differs)
    }
  }
}
