import LuaRuntime
import UDFSync

// From the cache to the feature: of the dead letters only those are read that the feature does not have.
extension SyncFeed {
  /// The dead letters that the feature has.
  private var deadLetters: Set<Int64> { Set(slice?.state.value.dead.keys.map(\.self) ?? []) }

  /// Reads the dead letters if there may be others than the feature has; one reading at a time.
  func readDeadLetters() {
    let status = worker.engine.lastStatus
    let isOpen = ![.closed, .opening].contains(status.phase)
    guard isOpen, !isReadingDead, deadRevision != status.deadRevision else { return }
    isReadingDead = true
    let (worker, known) = (worker, deadLetters)
    Task { await worker.readDeadLetters(except: known) }
  }

  func take(_ reading: DeadLetterReading) {
    (isReadingDead, deadRevision, isDeadBehind) = (false, reading.revision, reading.ids == nil)
    guard let ids = reading.ids else { return }
    let before = deadLetters
    let removed = before.subtracting(ids).sorted()
    let rows = reading.rows.filter { !before.contains(SyncFeature.id(ofDead: $0)) }
    if !rows.isEmpty || !removed.isEmpty { send(.dead(rows: rows, removed: removed)) }
    let after = deadLetters
    isDeadBehind = after != ids
    // There are more to read, unless the feature did not accept these: they come again after a reload or a pull.
    if isDeadBehind, after != before || before != reading.known { deadRevision = nil }
    report(rows, of: ids)
  }

  /// Reports each mutation that was refused since the cache was opened.
  private func report(_ rows: [PackedRecord], of ids: Set<Int64>) {
    let former = reportedDead ?? ids
    reportedDead = former.union(rows.map(SyncFeature.id(ofDead:))).intersection(ids)
    for row in rows where !former.contains(SyncFeature.id(ofDead: row)) {
      let what = [row["op"], row["key"], "was refused:", row["message"]].compactMap(\.text).joined(separator: " ")
      let isStale = status?.isStale ?? true
      events.emit(
        .sync(SyncReport(feature: name, problem: what, pending: status?.pending ?? 0, dead: status?.dead ?? 0)))
      send(.failed(message: "\(name): \(what)", isStale: isStale, retryIn: nil, mutation: SyncFeature.id(ofDead: row)))
    }
  }
}
