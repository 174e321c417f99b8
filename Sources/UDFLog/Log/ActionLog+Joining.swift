extension ActionLog {
  /// Finds the place from which a host reads the log.
  ///
  /// - Parameters:
  ///   - code: the hash of the host's reducers.
  ///   - host: the name under which the host has appended entries; nil: it has appended none.
  ///   - minimum: the least position of the snapshot; nil: any, also no snapshot.
  /// - Returns: nil if the log has no snapshot at the minimum or later.
  package func join(
    of code: String, as host: String?, from minimum: Int64?
  ) async throws(LogFailure) -> LogJoin? {
    let head = try await head()
    let snapshot = try await snapshot(of: code, epoch: head.epoch)
    guard snapshot?.place.position ?? 0 >= minimum ?? 0 else { return nil }
    var number: Int64 = 0
    if let host, let snapshot { number = try await lastNumber(of: host, in: snapshot) }
    return LogJoin(head: head, snapshot: snapshot, lastNumber: number, isRequired: minimum != nil)
  }

  /// Returns the newest snapshot of these reducers in a log with this epoch; nil: there is none.
  package func snapshot(of code: String, epoch: String) async throws(LogFailure) -> LogSnapshot? {
    let snapshot = try await snapshot(reducers: code)
    return snapshot?.epoch == epoch ? snapshot : nil
  }

  /// Returns the number of the last entry of a host that a snapshot contains; 0: it contains none.
  private func lastNumber(of host: String, in snapshot: LogSnapshot) async throws(LogFailure) -> Int64 {
    let last = try await lastNumber(of: host)
    guard last > 0 else { return 0 }
    var place = snapshot.place
    while true {
      let page = try await read(after: place)
      if let own = page.entries.first(where: { $0.name.host == host }) { return own.name.number - 1 }
      guard let end = page.entries.last, end.position < page.head.position else { return last }
      place = end.place
    }
  }
}
