import LuaRuntime

extension TimeTravel {
  /// Removes the last actions that came from the prompt or a view event, with all that they caused, and nothing else. Throws a
  /// ``HostError``, and nothing is done, if there are not so many, or one of them asked an engine for something.
  func undo(_ count: Int) throws(HostError) -> RebaseReport {
    try refuseIfRunning("undo")
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
    return try rebase("undo", from: found[count - 1], removing: removals) {
      undos += (1...count).map { lastUndo + $0 }
      lastUndo += count
    }
  }

  /// Brings back what the last undos have removed, each action at its place. Throws a ``HostError``, and nothing is done, if
  /// there are not so many.
  func redo(_ count: Int) throws(HostError) -> RebaseReport {
    try refuseIfRunning("redo")
    prune()
    guard undos.count >= count, count > 0 else {
      let known = undos.isEmpty ? "" : "; it can be done \(undos.count == 1 ? "once" : "\(undos.count) times")"
      throw HostError(
        code: "usage", message: "redo: nothing was taken back, or something has happened since\(known)")
    }
    let wanted = Set(undos.suffix(count))
    let first = aside.first { $0.undo.map(wanted.contains) ?? false }?.n ?? history.count
    return try rebase("redo", from: first, restoring: wanted) { undos.removeLast(count) }
  }

  /// Makes the past point that is shown the present; see ``AppHost/resume()``.
  func resume() throws(HostError) -> RebaseReport {
    guard let n = pastAction else {
      throw HostError(code: "usage", message: "resume: this is the present; :at 3 shows the state as #3 left it")
    }
    try dispatcher.refuseInScript("resume")
    // Observers are notified when the state has changed that they see: once, and not at all if nothing was done.
    leavePast(isObserved: false)
    do { return try resume(after: n) } catch {
      showPast(n)
      throw error
    }
  }

  /// Removes all actions after one, except those that engines sent. Observers see the state after that action already. Throws as
  /// ``undo(_:)`` does.
  private func resume(after n: Int) throws(HostError) -> RebaseReport {
    prune()
    var removals: [Int: Int] = [:]
    for entry in history.entries.suffix(from: history.index(from: n + 1)) where entry.origin != .sync {
      removals[entry.n] = lastUndo + 1
    }
    for action in aside where action.n > n && action.undo == nil { removals[action.n] = lastUndo + 1 }
    try refuseRequests(of: removals, "resume", root: nil)
    if removals.isEmpty {
      didRebase(without: [])
      return RebaseReport()
    }
    return try rebase("resume", from: n + 1, removing: removals) {
      lastUndo += 1
      undos.append(lastUndo)
    }
  }

  // MARK: what is removed

  private func isUndoable(_ entry: History.Entry) -> Bool {
    guard Trigger.isUsers(entry.origin, entry.cause) else { return false }
    // To look for news changes nothing, so there is nothing to undo.
    if case .pull? = request(of: entry) { return false }
    return true
  }

  /// An action and all that it caused.
  private func consequences(of root: Int) -> Set<Int> {
    var caused: Set<Int> = [root]
    let later = history.entries.suffix(from: history.index(from: root + 1)).map { ($0.n, $0.cause) }
    let refused = aside.filter { $0.n > root && $0.undo == nil }.map { ($0.n, $0.kept.entry.cause) }
    for (n, cause) in (later + refused).sorted(by: { $0.0 < $1.0 }) {
      var cause = cause
      while !caused.contains(cause), let former = droppedCauses[cause] { cause = former }
      if caused.contains(cause) { caused.insert(n) }
    }
    return caused
  }

  private func request(of entry: History.Entry) -> EngineRequest? {
    // Most types have nothing to do with an engine.
    guard tree.actions[entry.id].routes.contains(where: { tree.isFed($0.slice) }) else { return nil }
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
        code: "usage",
        message: """
          \(what): \(subject) changed \(feature), which an engine keeps: undo leaves it as it is
            Nothing was undone.
            To fix this, send the opposite: \(instead)
          """)
    }
  }

  private func nothing(_ what: String, _ found: Int, of count: Int) -> HostError {
    var text = "there is nothing to take back"
    if found > 0 { text = "only \(found == 1 ? "one action" : "\(found) actions") can be taken back, not \(count)" }
    if count < 1 { text = "takes how many actions to take back, a number from 1 on" }
    if let boundary = history.boundary {
      text += "\n  Undo does not go back past \(boundary)."
    } else if history.dropped > 0 {
      text += "\n  The history has forgotten what came before #\(history.forgotten + 1)."
    }
    return HostError(code: "usage", message: "\(what): \(text)")
  }
}
