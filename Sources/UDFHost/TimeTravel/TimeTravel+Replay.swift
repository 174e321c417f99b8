import LuaRuntime

extension TimeTravel {
  /// Reduces the past again with the present code, from the first action whose changes differ.
  func replay() throws(HostError) -> ReplayReport {
    try refuseIfRunning("replay")
    let seen = try previewOfAll()
    guard let first = seen.differing.first else {
      return ReplayReport(first: nil, actions: seen.actions, unseen: seen.unseen)
    }
    let count = history.entries.count - history.index(from: first)
    let report = try rebase(.replay, from: first, bringsBack: false) {
      // Like an action of a user, a replay ends the possibility of a redo.
      dropAside()
      preview = nil
    }
    return ReplayReport(
      first: first, actions: count - report.refusals.count, refusals: report.refusals, unseen: seen.unseen,
      changes: report.changes)
  }

  /// Returns the recorded changes of each action, and those of the present code from the same state. Changes nothing.
  func replay(_ range: ClosedRange<Int>) throws(HostError) -> [ReplayedAction] {
    try refuseIfRunning("replay")
    guard let last = history.index(upTo: range.upperBound), history.entries[last].n >= range.lowerBound else {
      let known = history.entries
      let there = known.first.map { "it has #\($0.n) to #\(known.last?.n ?? $0.n)" } ?? "it is empty"
      let wanted =
        switch (range.lowerBound, range.upperBound) {
        case (let first, .max): "none from #\(first) on"
        case (let first, let last) where first == last: "no action #\(first)"
        case (let first, let last): "none of #\(first) to #\(last)"
        }
      throw HostError(usage: "replay: there is \(wanted) in the history; \(there)")
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
