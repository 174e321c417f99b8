import LuaRuntime

/// What past actions do with the reducers of now.
extension SliceTree {
  /// Reduces a recorded action once more, in those slices that are meant, from the state that is there; nothing follows from
  /// it. Throws, and nothing has changed, if it is refused now.
  func reduceAgain(_ entry: History.Entry, _ bytes: [UInt8], in isMeant: (any Slice) -> Bool) throws(HostError) {
    let type = actions[entry.id]
    let start = machine.journalEnd
    // What its reducers print was printed the first time.
    defer { events.held = [] }
    if let schema = type.schema, !bytes.withUnsafeBytes(schema.fits),
      case .map(let fields) = TapeReader.value(of: bytes), let refusal = schema.refusal(of: fields, action: type.name)
    {
      throw HostError(
        code: "refused", message: "\(type.place.map { "\($0.file):\($0.line): " } ?? "")\(type.name): \(refusal.text)",
        file: type.place?.file, line: type.place?.line)
    }
    guard type.isHandled else {
      throw HostError(code: "unhandled", message: "\(type.name): no feature handles this action any more")
    }
    for route in type.routes where isMeant(route.slice) {
      do throws(LuaError) { _ = try route.slice.reduce(route.handler, bytes) } catch {
        machine.rollback(to: start)
        throw HostError(error, subject: type.name, place: route.definition)
      }
    }
  }

  /// Compares what an action did with what it does now, while the state is as it found it. Slices in Swift are left out: no
  /// reload changes them.
  func compare(_ entry: History.Entry) -> ActionComparison {
    let old = changes(from: entry.start, to: entry.end, now: entry.start)
    let start = machine.journalEnd
    defer { machine.rollback(to: start) }
    do throws(HostError) {
      try reduceAgain(entry, history.bytes(of: entry)) { $0 is LuaSlice }
      let end = machine.journalEnd
      return ActionComparison(old: old, new: changes(from: start, to: end, now: end))
    } catch {
      return ActionComparison(old: old, new: [], error: error)
    }
  }

  private func changes(from: UInt64, to: UInt64, now: UInt64) -> [Value] {
    let changes = machine.changes(from: from, to: to, now: now)
    return hosted.isEmpty ? changes : changes.filter { slices[$0[2][1].text ?? ""] is LuaSlice }
  }

  /// Does everything from an entry on anew with the reducers of now, and takes it for what happened. What is refused now is left
  /// out. Slices that an engine feeds stay as they are: their reducers are Swift. Throws, and nothing has changed, if `check`
  /// throws of the state that comes of it, or if it is interrupted.
  func redoHistory(from index: Int, check: () throws(HostError) -> Void) throws(HostError) -> [ReplayReport.Refusal] {
    let past = history.entries[index..<history.applied].map { ($0, history.bytes(of: $0)) }
    try history.before(history.entries[index]) { () throws(HostError) in
      for slice in hosted { slice?.beginTrial() }
      let start = machine.journalEnd
      defer {
        machine.rollback(to: start)
        for slice in hosted { slice?.endTrial() }
      }
      _ = try reduceAgain(past, keeping: { _, _, _ in })
      try check()
    }
    history.cut(at: index)
    return try reduceAgain(past, insisting: true, keeping: history.append(_:bytes:from:))
  }

  /// Throws where it is interrupted, or, `insisting`, does that action once more: what is half done has no way back.
  private func reduceAgain(
    _ past: [(History.Entry, [UInt8])], insisting: Bool = false,
    keeping keep: (History.Entry, [UInt8], UInt64) -> Void
  ) throws(HostError) -> [ReplayReport.Refusal] {
    var refusals: [ReplayReport.Refusal] = []
    var next = past.startIndex
    while next < past.endIndex {
      let (entry, bytes) = past[next]
      let start = machine.journalEnd
      do throws(HostError) {
        try reduceAgain(entry, bytes) { !(($0 as? any HostedSlice)?.isFed ?? false) }
        keep(entry, bytes, start)
      } catch {
        if error.code == "cancelled" {
          if insisting { continue }
          throw error
        }
        refusals.append(.init(n: entry.n, type: actions[entry.id].name, error: error))
      }
      next += 1
    }
    return refusals
  }
}
