import LuaRuntime

/// Reduces past actions again with the present reducers.
extension SliceTree {
  /// Reduces a recorded action again in the slices for which `isMeant` is true. Starts no effects. Throws if a reducer
  /// refuses the action; then the state is unchanged. Returns the errors of followers, whose slices are unchanged.
  @discardableResult
  func reduceAgain(_ kept: History.Kept, in isMeant: (any Slice) -> Bool) throws(HostError) -> [(
    slice: String, error: HostError
  )] {
    let type = actions[kept.entry.id]
    let start = machine.journalEnd
    // The output of its reducers was printed when the action was sent.
    defer { events.held = [] }
    // The schema was checked when the Swift value was sent, and a reload does not change the schema of native features.
    if kept.typed == nil, let schema = type.schema, !kept.bytes.withUnsafeBytes(schema.fits),
      case .map(let fields) = TapeReader.value(of: kept.bytes),
      let refusal = schema.refusal(of: fields, action: type.name)
    {
      throw HostError(code: "refused", at: type.place, of: [type.name], refusal.text)
    }
    guard type.isHandled else {
      throw HostError(code: "unhandled", message: "\(type.name): no feature handles this action any more")
    }
    var followerErrors: [(slice: String, error: HostError)] = []
    for route in type.routes where isMeant(route.slice) && !(route.isFollower && kept.entry.isCarried) {
      let begun = machine.journalEnd
      do throws(LuaError) {
        if let typed = kept.typed, try typed.reduce(in: route.slice) { continue }
        _ = try route.slice.reduce(route.handler, kept.bytes)
      } catch {
        machine.rollback(to: route.isFollower ? begun : start)
        guard route.isFollower else { throw HostError(error, subject: type.name, place: route.definition) }
        followerErrors.append((route.slice.name, followerError(error, type.name, route)))
      }
    }
    return followerErrors
  }

  /// Compares the recorded changes of an action with those that the present code makes. The state must be the one
  /// before the action. Native slices are left out, because a reload does not change them.
  func compare(_ entry: History.Entry) -> ActionComparison {
    var old: [Value] = []
    let start = machine.journalEnd
    defer { machine.rollback(to: start) }
    do throws(HostError) {
      old = try ofLua(changes(from: entry.start, to: entry.end, now: entry.start))
      try reduceAgain(history.kept(entry)) { $0 is LuaSlice }
      let end = machine.journalEnd
      return ActionComparison(old: old, new: try ofLua(changes(from: start, to: end, now: end)))
    } catch {
      return ActionComparison(old: old, new: [], error: error)
    }
  }

  private func ofLua(_ changes: Rebase.Changes) -> [Value] {
    let values = TapeReader.value(of: changes.bytes).items
    return hosted.isEmpty ? values : values.filter { slices[$0[2][1].text ?? ""] is LuaSlice }
  }

  private func changes(from: UInt64, to: UInt64, now: UInt64) throws(HostError) -> Rebase.Changes {
    do throws(LuaError) {
      return Rebase.Changes(bytes: try machine.withChanges(from: from, to: to, now: now) { Array($0) })
    } catch {
      throw HostError(error)
    }
  }

  /// Restores the state before an action, leaves actions out, inserts others, and reduces the remaining ones in the
  /// order of `arrange`. Starts no effects or reactions. Slices of engines keep their rows. An action that its reducers
  /// refuse now is removed from the history.
  ///
  /// Throws if `objection` returns an error for a refused action, if `check` throws for the new state, if a reducer is
  /// interrupted or exceeds its budget, or if the former changes of an action cannot be listed. Then the state and the
  /// history are unchanged.
  ///
  ///     try tree.rebase(from: 7, without: { $0 == 7 }, arrange: { $0 }) {}   // the state as if #7 had never been
  ///
  /// - Parameter arrange: receives the recorded actions from `first` on, oldest first; returns them in their new order,
  /// with the actions to insert.
  func rebase(
    from first: Int, without isLeftOut: (Int) -> Bool, arrange: ([Rebase.Action]) -> [Rebase.Action],
    objection: (History.Kept, HostError) -> HostError? = { _, _ in nil }, check: () throws(HostError) -> Void
  ) throws(HostError) -> Rebase {
    let index = history.index(from: first)
    let present = history.position
    var actions: [Rebase.Action] = []
    var unlisted: HostError?
    history.goBack(to: index) { passed in
      let entry = history.entries[passed]
      var former = Rebase.Changes()
      do throws(HostError) { former = try changes(from: entry.start, to: entry.end, now: entry.end) } catch {
        unlisted = error
      }
      actions.append(Rebase.Action(kept: history.kept(passed), former: former))
      skipped = []
    } found: {
      actions[actions.endIndex - 1].engineWrites = skipped?.reversed() ?? []
    }
    skipped = nil
    actions = arrange(actions.reversed())
    let left = actions.indices.filter { !isLeftOut(actions[$0].n) }
    do throws(HostError) {
      if let unlisted { throw unlisted }
      try attempt(left.map { actions[$0].kept }, objection, check)
    } catch {
      history.travel(from: index < history.entries.count ? history.entries[index].start : present, to: present)
      throw error
    }
    machine.shielded {
      history.cut(at: index)
      for position in left { reduceAgain(&actions[position]) }
      history.keepLimit()
    }
    return Rebase(actions: actions)
  }

  /// Reduces actions from the present state and calls `check`, then rolls everything back.
  private func attempt(
    _ actions: [History.Kept], _ objection: (History.Kept, HostError) -> HostError?,
    _ check: () throws(HostError) -> Void
  ) throws(HostError) {
    for slice in hosted { slice?.beginTrial() }
    let start = machine.journalEnd
    defer {
      machine.rollback(to: start)
      for slice in hosted { slice?.endTrial() }
    }
    for action in actions {
      do throws(HostError) { try reduceAgain(action, in: isFree) } catch {
        if let objection = objection(action, error) { throw objection }
        if error.isStop { throw error }
      }
    }
    try check()
  }

  /// The maximum number of attempts to reduce an action that was stopped although the trial before was not.
  private static let tries = 100

  /// Reduces an action finally. A stopped action is tried again, because the rebase can no longer be rolled back.
  private func reduceAgain(_ action: inout Rebase.Action) {
    let start = machine.journalEnd
    // The rows are still in the slice. Only the journal needs the writes at the action's new position.
    for write in action.engineWrites { hosted[Int(write.slice)]?.recordAgain(write.range) }
    for _ in 0..<SliceTree.tries {
      action.error = nil
      do throws(HostError) { action.followerErrors = try reduceAgain(action.kept, in: isFree) } catch {
        action.error = error
      }
      if action.error?.isStop != true { break }
    }
    if action.error != nil, action.engineWrites.isEmpty { return }
    let end = machine.journalEnd
    history.append(action.kept, from: start)
    action.changes = Rebase.Changes()
    do throws(HostError) { action.changes = try changes(from: start, to: end, now: end) } catch {
      events.emit(.error(error, action: action.n))
    }
  }

  private func isFree(_ slice: any Slice) -> Bool { !isOfEngine(slice) }

  /// Whether the slice belongs to an engine, so that undo does not change it.
  func isOfEngine(_ slice: any Slice) -> Bool { (slice as? any HostedSlice)?.isOfEngine ?? false }
}
