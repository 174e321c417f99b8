import LuaRuntime

extension TimeTravel {
  /// Removes the last `count` actions that came from the prompt or a view event, with all actions that they caused.
  /// Throws a ``HostError`` and changes nothing if there are fewer, or if one of them made a mutation in an engine.
  func undo(_ count: Int) throws(HostError) -> RebaseReport {
    try refuseIfRunning("undo")
    shared?.prepareUndo()
    guard count > 0 else { throw nothing("undo", 0, of: count) }
    prune()
    let roots = history.entries.indices.reversed().lazy.filter { [self] index in
      isUndoable(history.entries[index])
    }.prefix(count).map { [self] in history.entries[$0].n }
    let found = Array(roots)
    guard found.count == count else { throw nothing("undo", found.count, of: count) }
    var removals: [Int: Int] = [:]
    for (index, root) in found.enumerated() {
      for n in consequences(of: root) { removals[n] = lastUndo + index + 1 }
      try refuseRequests(of: removals, "undo", root: root)
    }
    if let shared, removals.keys.contains(where: isShared) { return try shared.undo(Set(removals.keys)) }
    return try rebase(.undo, from: found[count - 1], removing: removals) {
      undos += (1...count).map { lastUndo + $0 }
      lastUndo += count
    }
  }

  /// Restores the actions that the last `count` undos removed, in their former order. Throws a ``HostError`` and
  /// changes nothing if there were fewer undos.
  func redo(_ count: Int) throws(HostError) -> RebaseReport {
    try refuseIfRunning("redo")
    prune()
    guard undos.count >= count, count > 0 else {
      if undos.isEmpty, count > 0, let refusal = shared?.redoRefusal { throw refusal }
      let problem =
        undos.isEmpty
        ? "nothing was undone, or an action was sent since"
        : "only \(undos.count == 1 ? "1 undo" : "\(undos.count) undos") can be redone, not \(count)"
      throw HostError(usage: "redo: \(problem)")
    }
    let wanted = Set(undos.suffix(count))
    let first = aside.first { $0.undo.map(wanted.contains) ?? false }?.n ?? history.count
    return try rebase(.redo, from: first, restoring: wanted) { undos.removeLast(count) }
  }

  /// Makes the shown past point the present; see ``AppHost/resume()``.
  func resume() throws(HostError) -> RebaseReport {
    guard let n = pastAction else {
      throw HostError(usage: "resume: the present is shown; :at 3 shows the state after #3")
    }
    try dispatcher.refuseInScript("resume")
    // Observers are notified once, and only if the state that they see changes.
    leavePast(isObserved: false)
    do { return try resume(after: n) } catch {
      showPast(n)
      throw error
    }
  }

  /// Removes all actions after `n` except those that engines sent. Observers already see the state after `n`. Throws
  /// like ``undo(_:)``.
  private func resume(after n: Int) throws(HostError) -> RebaseReport {
    prune()
    var removals: [Int: Int] = [:]
    for entry in history.entries.suffix(from: history.shown(after: n)) where entry.origin != .sync {
      removals[entry.n] = lastUndo + 1
    }
    for action in aside where action.n > n && action.undo == nil { removals[action.n] = lastUndo + 1 }
    if let shared = removals.keys.sorted().first(where: isShared), let entry = history.entry(shared) {
      throw HostError(
        usage: """
          resume: #\(shared) \(tree.actions[entry.id].name) belongs to all hosts of the shared log
            Nothing was undone.
            To fix this, undo single actions with :undo.
          """)
    }
    try refuseRequests(of: removals, "resume", root: nil)
    if removals.isEmpty {
      didRebase(.resume, RebaseReport(), without: [])
      return RebaseReport()
    }
    return try rebase(.resume, from: n + 1, removing: removals) {
      lastUndo += 1
      undos.append(lastUndo)
    }
  }

  private func isUndoable(_ entry: History.Entry) -> Bool {
    guard Trigger.isUsers(entry.origin, entry.cause) else { return false }
    // A pull changes nothing that an undo could revert.
    if case .pull? = request(of: entry) { return false }
    return true
  }

  private func isShared(_ n: Int) -> Bool { history.entry(n).map { isShared($0.id) } ?? false }

  /// Returns an action and all actions that it caused.
  func consequences(of root: Int) -> Set<Int> {
    var caused: Set<Int> = [root]
    let later = history.entries.suffix(from: history.shown(after: root)).map { ($0.n, $0.cause) }
    let refused = aside.filter { $0.n > root && $0.undo == nil }.map { ($0.n, $0.kept.entry.cause) }
    for (n, cause) in (later + refused).sorted(by: { $0.0 < $1.0 }) {
      var cause = cause
      while !caused.contains(cause), let former = droppedCauses[cause] { cause = former }
      if caused.contains(cause) { caused.insert(n) }
    }
    return caused
  }

  private func request(of entry: History.Entry) -> EngineRequest? {
    // Most action types do not belong to an engine's feature.
    guard tree.actions[entry.id].routes.contains(where: { tree.isOfEngine($0.slice) }) else { return nil }
    return engines.request(of: history.kept(entry))
  }

  private func refuseRequests(of removals: [Int: Int], _ what: String, root: Int?) throws(HostError) {
    for n in removals.keys.sorted() {
      guard let entry = history.entry(n), case .change(let instead)? = request(of: entry) else { continue }
      let type = tree.actions[entry.id].name
      let feature = type.prefix { $0 != "/" }
      var subject = "#\(n) \(type)"
      if let root, root != n, let first = history.entry(root) {
        subject = "#\(root) \(tree.actions[first.id].name) caused \(subject), and that"
      }
      throw HostError(
        usage: """
          \(what): \(subject) changed \(feature), whose rows an engine keeps: undo does not change them
            Nothing was undone.
            To fix this, send the opposite: \(instead)
          """)
    }
  }

  private func nothing(_ what: String, _ found: Int, of count: Int) -> HostError {
    var text = "there is nothing to undo"
    if found > 0 { text = "only \(found == 1 ? "one action" : "\(found) actions") can be undone, not \(count)" }
    if count < 1 { text = "takes the number of actions to undo, 1 or more" }
    if let boundary = history.boundary {
      text += "\n  Undo does not go back past \(boundary)."
    } else if history.dropped > 0 {
      text += "\n  The history no longer has the actions before #\(history.forgotten + 1)."
    } else if found == 0, count > 0, !history.entries.isEmpty {
      let begins = "an action of the prompt or of a view event that is not a pull"
      text += "\n  Undo begins with \(begins); the history has none."
    }
    return HostError(usage: "\(what): \(text)")
  }
}
