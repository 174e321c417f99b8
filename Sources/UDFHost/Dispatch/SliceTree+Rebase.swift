import LuaRuntime

/// What past actions do with the reducers of now.
extension SliceTree {
  /// Reduces a recorded action once more, in those slices that are meant, from the state that is there; nothing follows from
  /// it. Throws, and nothing has changed, if it is refused now.
  func reduceAgain(_ kept: History.Kept, in isMeant: (any Slice) -> Bool) throws(HostError) {
    let type = actions[kept.entry.id]
    let start = machine.journalEnd
    // Its reducers have printed the first time.
    defer { events.held = [] }
    // A Swift value has fit the declaration when it was sent, and no reload changes that.
    if kept.typed == nil, let schema = type.schema, !kept.bytes.withUnsafeBytes(schema.fits),
      case .map(let fields) = TapeReader.value(of: kept.bytes),
      let refusal = schema.refusal(of: fields, action: type.name)
    {
      throw HostError(
        code: "refused", message: "\(type.place.map { "\($0.file):\($0.line): " } ?? "")\(type.name): \(refusal.text)",
        file: type.place?.file, line: type.place?.line)
    }
    guard type.isHandled else {
      throw HostError(code: "unhandled", message: "\(type.name): no feature handles this action any more")
    }
    for route in type.routes where isMeant(route.slice) {
      do throws(LuaError) {
        if let typed = kept.typed, try typed.reduce(in: route.slice) { continue }
        _ = try route.slice.reduce(route.handler, kept.bytes)
      } catch {
        machine.rollback(to: start)
        throw HostError(error, subject: type.name, place: route.definition)
      }
    }
  }

  /// Compares what an action did with what it does now, while the state is as it found it. Slices in Swift are left out: no
  /// reload changes them.
  func compare(_ entry: History.Entry) -> ActionComparison {
    var old: [Value] = []
    let start = machine.journalEnd
    defer { machine.rollback(to: start) }
    do throws(HostError) {
      old = try changes(from: entry.start, to: entry.end, now: entry.start)
      try reduceAgain(history.kept(entry)) { $0 is LuaSlice }
      let end = machine.journalEnd
      return ActionComparison(old: old, new: try changes(from: start, to: end, now: end))
    } catch {
      return ActionComparison(old: old, new: [], error: error)
    }
  }

  private func changes(from: UInt64, to: UInt64, now: UInt64) throws(HostError) -> [Value] {
    let changes = try allChanges(from: from, to: to, now: now)
    return hosted.isEmpty ? changes : changes.filter { slices[$0[2][1].text ?? ""] is LuaSlice }
  }

  private func allChanges(from: UInt64, to: UInt64, now: UInt64) throws(HostError) -> [Value] {
    do throws(LuaError) { return try machine.changes(from: from, to: to, now: now) } catch { throw HostError(error) }
  }

  /// Rolls back to before an action, leaves actions out, inserts others by their numbers, and reduces the rest again in its
  /// order. No effect and no reaction runs. Slices that an engine feeds stay as they are. An action that its reducers refuse now
  /// is no longer in the history.
  ///
  /// Throws, and nothing has changed, what `objection` gives of an action that is refused, if `check` throws of the state that
  /// comes of it, if a reducer is stopped: it is interrupted, or has spent its time or memory; or if what an action changed
  /// before cannot be listed.
  ///
  ///     try tree.rebase(from: 7, without: { $0 == 7 }, inserting: []) {}   // the state as if #7 had never been
  func rebase(
    from first: Int, without isLeftOut: (Int) -> Bool, inserting inserted: [History.Kept],
    objection: (History.Kept, HostError) -> HostError? = { _, _ in nil }, check: () throws(HostError) -> Void
  ) throws(HostError) -> Rebase {
    let index = history.index(from: first)
    let present = history.position
    var actions = inserted.map { Rebase.Action(kept: $0) }
    var unlisted: HostError?
    history.goBack(to: index) { passed in
      let entry = history.entries[passed]
      var former: [Change] = []
      do throws(HostError) {
        former = try allChanges(from: entry.start, to: entry.end, now: entry.end).compactMap(Change.init)
      } catch {
        unlisted = error
      }
      actions.append(Rebase.Action(kept: history.kept(passed), former: former))
      skipped = []
    } found: {
      actions[actions.endIndex - 1].fed = skipped?.reversed() ?? []
    }
    skipped = nil
    actions.sort { $0.n < $1.n }
    let left = actions.indices.filter { !isLeftOut(actions[$0].n) }
    do throws(HostError) {
      if let unlisted { throw unlisted }
      try attempt(left.map { actions[$0].kept }, objection, check)
    } catch {
      history.travel(from: index < history.entries.count ? history.entries[index].start : present, to: present)
      throw error
    }
    history.cut(at: index)
    for position in left { reduceAgain(&actions[position]) }
    history.keepLimit()
    return Rebase(actions: actions)
  }

  /// Reduces actions from the state that is there, calls `check`, and takes all of it back.
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

  /// How often an action is reduced that is stopped although the attempt before was not.
  private static let tries = 100

  /// Reduces an action for good. One that is stopped is reduced once more: what is half done has no way back.
  private func reduceAgain(_ action: inout Rebase.Action) {
    let start = machine.journalEnd
    // The rows are there: only the journal has to have them at the action's new position.
    for write in action.fed { hosted[Int(write.slice)]?.recordAgain(write.range) }
    for _ in 0..<SliceTree.tries {
      action.error = nil
      do throws(HostError) { try reduceAgain(action.kept, in: isFree) } catch { action.error = error }
      if action.error?.isStop != true { break }
    }
    if action.error != nil, action.fed.isEmpty { return }
    let end = machine.journalEnd
    history.append(action.kept, from: start)
    action.changes = changes(of: action.n, from: start, to: end)
  }

  private func isFree(_ slice: any Slice) -> Bool { !isFed(slice) }

  /// Whether an engine feeds a slice, which then no undo changes.
  func isFed(_ slice: any Slice) -> Bool { (slice as? any HostedSlice)?.isFed ?? false }
}
