/// Checks that the entries of an engine follow the entries that were read before.
struct LogReader {
  /// The number of remembered links before the place, by which lost entries are found.
  static let memory = 1024

  let log: String
  private(set) var place: LogPlace
  /// The places of entries that were read, oldest first.
  private var trail: [LogPlace] = []
  private var epoch: String?

  init(_ log: String, at place: LogPlace) {
    self.log = log
    self.place = place
  }

  /// Moves the place to the end of a page. If the entries do not follow the place, throws and does not move it.
  mutating func accept(_ page: LogPage, from connection: any LogConnection) throws(LogFailure) {
    let head = page.head
    if let epoch, head.epoch != epoch { throw .otherEpoch(log, head.epoch, expected: epoch) }
    if head.position < place.position { throw try lost(head, connection) }
    if head.base > place.position { throw .trimmed(log, place.position, base: head.base) }
    if let first = page.entries.first {
      guard first.position == place.position + 1 else {
        throw .confused(log, "entry \(first.position) came instead of \(place.position + 1)")
      }
      guard first.previous == place.link else { throw try lost(head, connection) }
      guard advance(page.entries) else { throw .confused(log, "the entries after \(place.position) have gaps") }
    } else {
      guard head.position == place.position else {
        throw .confused(log, "no entry came although the log ends at \(head.position)")
      }
      if head.link != place.link { throw try lost(head, connection) }
    }
    epoch = head.epoch
  }

  /// Moves the place to the end of entries that follow it; returns false and does not move it if they do not.
  mutating func advance(_ entries: [LogEntry]) -> Bool {
    var next = place
    for entry in entries {
      guard entry.position == next.position + 1, entry.previous == next.link else { return false }
      next = entry.place
    }
    trail += [place] + entries.dropLast().map(\.place)
    if trail.count > 2 * LogReader.memory { trail.removeFirst(trail.count - LogReader.memory) }
    place = next
    return true
  }

  /// Returns the failure with the positions of entries that were read and are no longer in the log.
  private func lost(_ head: LogHead, _ connection: any LogConnection) throws(LogFailure) -> LogFailure {
    // The links are equal up to a place and differ after it.
    var (low, high) = (0, trail.count)
    while low < high {
      let middle = (low + high) / 2
      let past = trail[middle]
      let link = try link(at: past.position, connection)
      if link == past.link { low = middle + 1 } else { high = middle }
    }
    let oldest = trail.first?.position ?? min(head.position, place.position - 1) + 1
    let common = low > 0 ? trail[low - 1].position : max(0, oldest - 1)
    return .lost(log, min(common + 1, place.position)...place.position, head: head.position)
  }

  private func link(at position: Int64, _ connection: any LogConnection) throws(LogFailure) -> String? {
    let page = try connection.read(after: position, limit: 1)
    if let next = page.entries.first, next.position == position + 1 { return next.previous }
    return page.head.position == position ? page.head.link : nil
  }
}
