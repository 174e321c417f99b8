import LuaRuntime
import UDFEngines
import UDFSync

// Reads dead letters from the cache to the feature, except those that the feature already has.
extension SyncFeed {
  /// The ids of the feature's dead letters.
  private var deadLetters: Set<Int64> { Set(slice?.state.value.dead.keys.map(\.self) ?? []) }

  /// Reads the dead letters if they may have changed; one reading at a time.
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
    // More must be read, unless the feature did not accept these: they are sent again after a reload or a pull.
    if isDeadBehind, after != before || before != reading.known { deadRevision = nil }
    report(rows, of: ids)
  }

  /// Reports the mutations that were refused since the cache was opened.
  private func report(_ rows: [PackedRecord], of ids: Set<Int64>) {
    let recent = rows.filter { $0["since"].double ?? 0 > openedAt }
    let former = reportedDead ?? ids.subtracting(recent.map(SyncFeature.id(ofDead:)))
    reportedDead = former.union(rows.map(SyncFeature.id(ofDead:))).intersection(ids)
    for row in rows where !former.contains(SyncFeature.id(ofDead: row)) {
      let what =
        if row["op"] == "all" {
          "\(row["all"].items.count) changes as one were refused: \(row["message"].text ?? "")"
        } else {
          [row["op"], row["key"], "was refused:", row["message"]].compactMap(\.text).joined(separator: " ")
        }
      let (isStale, code) = (status?.isStale ?? true, row["code"].text)
      var report = SyncReport(feature: name, problem: what, pending: status?.pending ?? 0, dead: status?.dead ?? 0)
      report.isRefusal = true
      events.emit(.sync(report))
      send(
        .failed(
          message: "\(name): \(what)", code: code, isStale: isStale, retryIn: nil,
          mutation: SyncFeature.id(ofDead: row)))
    }
  }
}
