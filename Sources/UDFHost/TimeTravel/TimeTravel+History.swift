import LuaRuntime

extension TimeTravel {
  /// The last `count` actions, oldest first, with those that can be done again.
  func records(last count: Int) -> [ActionRecord] {
    if aside.isEmpty { return history.entries.indices.suffix(count).map(record) }
    prune()
    return everything.suffix(count).map(record)
  }

  /// The last `count` of them for which the predicate holds.
  func records(last count: Int, where isMeant: (ActionRecord) -> Bool) -> [ActionRecord] {
    prune()
    return everything.reversed().lazy.map(record).filter(isMeant).prefix(count).reversed()
  }

  /// What was changed after the action `first` up to the action `last`, or to now.
  func changes(after first: Int, upTo last: Int?) throws(HostError) -> [Change] {
    let from = history.position(after: try shown(after: first, "diff"))
    let to = try last.map { last throws(HostError) in history.position(after: try shown(after: last, "diff")) }
    if let last, last < first {
      throw HostError(code: "usage", message: "diff: #\(last) came before #\(first); give the earlier one first")
    }
    if from > to ?? history.position {
      throw HostError(
        code: "usage", message: "diff: #\(first) is ahead of what is shown: it comes later than this past point")
    }
    return try Change.net(history.changes(from: from, to: to ?? history.position))
  }

  /// How many entries lead to what an action left.
  func shown(after n: Int, _ what: String) throws(HostError) -> Int {
    prune()
    if n < 0 || n > history.count {
      let last = history.count == 0 ? "nothing has happened yet" : "the last one is #\(history.count)"
      throw HostError(code: "usage", message: "\(what): there is no action #\(n); \(last)")
    }
    if n < history.forgotten {
      throw HostError(
        code: "usage",
        message: "\(what): #\(n) is no longer in the history, which goes back to after #\(history.forgotten)")
    }
    if aside.contains(where: { $0.n == n }) {
      throw HostError(code: "usage", message: "\(what): #\(n) was taken back; :redo brings it again")
    }
    return history.shown(after: n)
  }

  /// Who last wrote what stands at a path; see ``AppHost/blame(_:)``.
  func blame(_ path: String) throws -> Blame {
    let place = try tree.place(path)
    var blame = Blame(path: place, value: try tree.value(at: place), isWholeHistory: history.isWhole)
    if case .key(let name)? = place.keys.first, tree.slices[name] is any HostedSlice { blame.native = name }
    var former = place
    var end = history.past?.shown ?? history.entries.count
    var count = 8
    // The last ones first, because going back costs, and most of what one asks about has just happened.
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

  /// Where an action is kept.
  private enum Place {
    case inHistory(Int)
    case aside(Int)
  }

  /// All actions that are kept, in the order of their numbers.
  private var everything: [Place] {
    let present = history.entries.indices.map { (history.entries[$0].n, Place.inHistory($0)) }
    if aside.isEmpty { return present.map(\.1) }
    let others = aside.indices.map { (aside[$0].n, Place.aside($0)) }
    return (present + others).sorted { $0.0 < $1.0 }.map(\.1)
  }

  private func record(_ place: Place) -> ActionRecord {
    switch place {
    case .inHistory(let index): record(index)
    case .aside(let index): record(aside[index].kept, aside[index].changes, undone: true)
    }
  }

  func record(_ index: Int) -> ActionRecord {
    let entry = history.entries[index]
    return record(history.kept(index), tree.changes(of: entry.n, from: entry.start, to: entry.end))
  }

  func record(_ kept: History.Kept, _ changes: [Change], undone: Bool = false) -> ActionRecord {
    let entry = kept.entry
    return ActionRecord(
      n: entry.n, type: tree.actions[entry.id].name, fields: TapeReader.value(of: kept.bytes).actionFields,
      origin: entry.origin, status: .committed, changes: changes, duration: entry.duration, undone: undone,
      generation: Int(entry.generation), time: entry.time, site: machine.text(ofSite: entry.site),
      cause: entry.cause > 0 ? entry.cause : nil, event: tree.viewEvents[entry.event])
  }
}
