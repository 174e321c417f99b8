import LuaRuntime

extension TimeTravel {
  /// Returns the last `count` actions, oldest first, including those that can be redone.
  func records(last count: Int) -> [ActionRecord] { records(last: count) { _ in true } }

  /// Returns the last `count` actions for which the predicate is true, oldest first.
  func records(last count: Int, where isMeant: (ActionRecord) -> Bool) -> [ActionRecord] {
    prune()
    var records: [ActionRecord] = []
    // Changes are listed in the state in which they were made. Each step restores the previous state, so no state is
    // restored twice.
    let present = history.position
    var position = present
    defer { history.travel(from: position, to: present) }
    for place in everything.reversed() where records.count < count {
      let record: ActionRecord
      switch place {
      case .inHistory(let index):
        let end = history.entries[index].end
        history.travel(from: position, to: end)
        position = end
        record = self.record(index, at: end)
      case .aside(let index): record = self.record(aside[index].kept, aside[index].changes, undone: true)
      }
      if isMeant(record) { records.append(record) }
    }
    return records.reversed()
  }

  /// Returns the changes after the action `first` up to the action `last`; nil: up to the present.
  func changes(after first: Int, upTo last: Int?) throws(HostError) -> [Change] {
    let from = history.position(after: try shown(after: first, "diff"))
    let to = try last.map { last throws(HostError) in history.position(after: try shown(after: last, "diff")) }
    if let last, last < first {
      throw HostError(usage: "diff: #\(last) came before #\(first); give the earlier one first")
    }
    if from > to ?? history.position {
      throw HostError(usage: "diff: #\(first) is later than the past point that is shown")
    }
    return try Change.net(history.changes(from: from, to: to ?? history.position))
  }

  /// Returns the number of history entries up to the action `n`. Throws if the state after it cannot be shown.
  func shown(after n: Int, _ what: String) throws(HostError) -> Int {
    prune()
    if n < 0 || n > history.count {
      let last = history.count == 0 ? "nothing has happened yet" : "the last one is #\(history.count)"
      throw HostError(usage: "\(what): there is no action #\(n); \(last)")
    }
    if n < history.forgotten {
      throw HostError(
        usage: "\(what): #\(n) is no longer in the history, which goes back to after #\(history.forgotten)")
    }
    if aside.contains(where: { $0.n == n }) {
      throw HostError(usage: "\(what): #\(n) was undone; :redo restores it")
    }
    return history.shown(after: n)
  }

  /// Finds the last write to the value at a path; see ``AppHost/blame(_:)``.
  func blame(_ path: String) throws -> Blame {
    let place = try tree.place(path)
    var blame = Blame(path: place, value: try tree.value(at: place), isWholeHistory: history.isWhole)
    if case .key(let name)? = place.keys.first, tree.slices[name] is any HostedSlice { blame.native = name }
    var former = place
    var end = history.past?.shown ?? history.entries.count
    var count = 8
    // The search starts at the end, because restoring a state takes time and most searches are for recent actions.
    while end > 0 {
      let start = max(0, end - count)
      if let (write, entry) = try history.lastWrite(to: &former, in: start..<end) {
        blame.written = write.path
        let action = record(entry)
        blame.action = action
        if action.time > 0 { blame.age = clock.now - action.time }
        blame.site = machine.text(ofSite: write.site)
        break
      }
      (end, count) = (start, count * 2)
    }
    return blame
  }

  // MARK: records

  /// The place where an action is kept.
  private enum Place {
    case inHistory(Int)
    case aside(Int)
  }

  /// All kept actions, ordered by their numbers.
  private var everything: [Place] {
    let present = history.entries.indices.map { (history.entries[$0].n, Place.inHistory($0)) }
    if aside.isEmpty { return present.map(\.1) }
    let others = aside.indices.map { (aside[$0].n, Place.aside($0)) }
    return (present + others).sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// Returns a record of an entry of the history.
  ///
  /// - Parameter position: the position of the journal whose state is shown; nil: the present one.
  func record(_ index: Int, at position: UInt64? = nil) -> ActionRecord {
    let entry = history.entries[index]
    return record(history.kept(index), tree.changes(of: entry.n, from: entry.start, to: entry.end, at: position))
  }

  func record(_ kept: History.Kept, _ changes: [Change], undone: Bool = false) -> ActionRecord {
    let entry = kept.entry
    return ActionRecord(
      n: entry.n, type: tree.actions[entry.id].name, fields: TapeReader.value(of: kept.bytes).actionFields,
      origin: entry.origin, status: .committed, changes: changes, duration: entry.duration, undone: undone,
      generation: Int(entry.generation), time: entry.time, site: machine.text(ofSite: entry.site),
      cause: entry.cause > 0 ? entry.cause : nil, event: tree.viewEvents[entry.event],
      shared: shared?.origin(of: entry.n), stamped: tree.actions[entry.id].stampedFields)
  }
}
