import LuaRuntime

extension AppHost {
  /// Oldest first, with those that were taken back.
  public var history: [ActionRecord] { history(last: .max) }

  /// The last `count` of them.
  public func history(last count: Int) -> [ActionRecord] {
    tree.history.entries.indices.suffix(count).map(record)
  }

  /// Those of them that suit a filter, oldest first: the last `count`, unless the filter says how many itself. Throws a
  /// ``HostError`` if the filter has a path that is in no feature.
  public func history(_ filter: HistoryFilter, last count: Int = .max) throws -> [ActionRecord] {
    for path in filter.paths { try requireFeature(of: path, as: path.description) }
    var records: [ActionRecord] = []
    let limit = filter.count ?? count
    for (index, entry) in tree.history.entries.enumerated().reversed() {
      if records.count == limit { break }
      let fields = { TapeReader.value(of: self.tree.history.bytes(of: entry)).actionFields }
      let (type, event) = (tree.actions[entry.id].name, tree.viewEvents[entry.event])
      guard filter.admits(type, entry.origin, event: event, fields: fields) else { continue }
      let record = record(index)
      if filter.admits(record.changes) { records.append(record) }
    }
    return records.reversed()
  }

  /// What was changed after the action `first` up to the action `last`, or to now: of several changes at one place one is
  /// left, and none of what was changed back. 0 is the beginning. Throws a ``HostError`` if the history has no such action.
  ///
  ///     try host.changes(after: 2, upTo: 7)
  public func changes(after first: Int, upTo last: Int? = nil) throws(HostError) -> [Change] {
    let history = tree.history
    let from = history.position(after: try shown(after: first, "diff"))
    let to = try last.map { last throws(HostError) in history.position(after: try shown(after: last, "diff")) }
    if let last, last < first {
      throw HostError(code: "usage", message: "diff: #\(last) came before #\(first); give the earlier one first")
    }
    if from > to ?? history.position {
      throw HostError(
        code: "usage",
        message: "diff: #\(first) is ahead of what is shown: it was taken back, or comes later than this past point")
    }
    return Change.net(history.changes(from: from, to: to ?? history.position))
  }

  /// How many entries of the history hold after an action.
  func shown(after n: Int, _ what: String) throws(HostError) -> Int {
    let history = tree.history
    if n < 0 || n > history.count {
      let last = history.count == 0 ? "nothing has happened yet" : "the last one is #\(history.count)"
      throw HostError(code: "usage", message: "\(what): there is no action #\(n); \(last)")
    }
    if n < history.forgotten {
      throw HostError(
        code: "usage",
        message: "\(what): #\(n) is no longer in the history, which goes back to after #\(history.forgotten)")
    }
    return history.shown(after: n)
  }

  /// Who last wrote what stands at a path, `cart.items[1].qty`, or something inside it. An item that has moved in its list is
  /// followed. Throws a ``HostError`` if the path is none or in no feature.
  public func blame(_ path: String) throws -> Blame {
    let place = try place(path)
    let history = tree.history
    var blame = Blame(path: place, value: try read(place), isWholeHistory: history.isWhole)
    if case .key(let name)? = place.keys.first, tree.slices[name] is any HostedSlice { blame.native = name }
    var former = place
    var end = history.past?.shown ?? history.applied
    var count = 8
    // The last ones first, because going back costs, and most of what one asks about has just happened.
    while end > 0 {
      let start = max(0, end - count)
      if let (write, entry) = history.lastWrite(to: &former, in: start..<end) {
        blame.written = write.path
        let action = record(entry)
        blame.action = action
        if action.time > 0 { blame.age = configuration.clock.now - action.time }
        blame.site = machine.text(ofSite: write.site)
        break
      }
      (end, count) = (start, count * 2)
    }
    return blame
  }

  /// Takes back the last action from the prompt or a view event, and what came after it; newest first. Effects that these
  /// have begun are cancelled. Throws a ``HostError``, and nothing is done, if there is none or it would bring back a screen
  /// whose route is gone.
  public func undo() throws -> [ActionRecord] {
    try refuseIfRunning("undo")
    guard let taken = tree.history.undo(where: tree.canBeUndone) else {
      throw HostError(code: "usage", message: "undo: there is nothing to take back")
    }
    if let gone = goneRoute {
      _ = tree.history.redo()
      throw HostError(code: "usage", message: "undo: \(gone)")
    }
    if let first = taken.first { effects.cancel(since: tree.history.entries[first].n) }
    screenStack.takePath()
    events.notifyStateReplaced()
    let records = records(taken.reversed())
    deliverAgain(taken)
    return records
  }

  /// Does again what the last undo took back, oldest first. Throws as ``undo()`` does.
  public func redo() throws -> [ActionRecord] {
    try refuseIfRunning("redo")
    guard let redone = tree.history.redo() else {
      throw HostError(code: "usage", message: "redo: nothing was taken back, or something has happened since")
    }
    if let gone = goneRoute {
      _ = tree.history.undo(where: tree.canBeUndone)
      throw HostError(code: "usage", message: "redo: \(gone)")
    }
    screenStack.takePath()
    events.notifyStateReplaced()
    return records(redone)
  }

  /// What is told of entries that were taken back or done again: not those that this does nothing to.
  private func records(_ entries: some Sequence<Int>) -> [ActionRecord] {
    entries.filter { tree.canBeUndone(tree.history.entries[$0]) }.map(record)
  }

  /// What is wrong with the path as it is now; nil if the flow has all of its routes.
  var goneRoute: String? {
    guard let flow = current.flow,
      let screen = screenStack.recordedPath.items.map(ScreenInstance.init).first(where: { flow.route($0.route) == nil })
    else { return nil }
    return """
      it would bring back a screen of the route "\(screen.route)", which is gone
        To fix this, bring the route back, or go on from here
      """
  }

  func refuseIfRunning(_ what: String) throws(HostError) {
    try refuseInThePast(what)
    try refuseInScript(what)
  }

  func refuseInScript(_ what: String) throws(HostError) {
    if dispatcher.isBusy || machine.depth > 0 {
      throw HostError(code: "usage", message: "\(what): a script is running; ask again when it has ended")
    }
  }

  func record(_ index: Int) -> ActionRecord {
    let entry = tree.history.entries[index]
    let action = TapeReader.value(of: tree.history.bytes(of: entry))
    return ActionRecord(
      n: entry.n, type: tree.actions[entry.id].name, fields: action.actionFields, origin: entry.origin,
      status: .committed, changes: tree.history.changes(from: entry.start, to: entry.end),
      duration: entry.duration, undone: index >= tree.history.applied, generation: Int(entry.generation),
      time: entry.time, site: machine.text(ofSite: entry.site), cause: entry.cause == 0 ? nil : entry.cause,
      event: tree.viewEvents[entry.event])
  }
}
