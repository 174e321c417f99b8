import UDF

/// The effects of a commit on rows that result from the cache's ``CacheFilter``. All caches use it.
struct FilterPass {
  private let former: CacheFilter
  private let present: CacheFilter
  private let rows: CacheWrite.Rows
  private let waiting: Set<RowKey>
  /// The keys with several changes: an earlier state of such a row may follow a later one.
  private let repeated: Set<RowKey>

  init(_ write: CacheWrite, from former: CacheFilter, to present: CacheFilter) {
    (self.former, self.present) = (former, present)
    (rows, waiting) = (write.rows, write.waiting)
    var seen: Set<RowKey> = []
    let keys = present.shown.isAll ? [] : write.changes.map(\.key)
    repeated = Set(keys.filter { !seen.insert($0).inserted })
  }

  /// Whether all rows must be examined, because the delivered rows change or rows that do not match must be removed.
  var looksAtAll: Bool {
    if former.shown != present.shown { return true }
    return present.isComplete && (!former.isComplete || rows == .swap && !present.shown.isAll)
  }

  /// Whether touched rows must be examined.
  var looksAtTouched: Bool { !former.isUnrestricted || !present.isUnrestricted }

  /// Returns the part of a change that is written; nil: none. The deletion of a row without a record need not be
  /// written.
  func written(_ change: RowChange, over held: @autoclosure () throws -> StoredRow?) rethrows -> RowChange? {
    guard !present.shown.isAll else { return change }
    if waiting.contains(change.key) {
      guard change.body == nil else { return change }
      return present.shown.excludes(change, over: try held()?.body) ? nil : change
    }
    // Until the difference between two filters is complete, the cache keeps rows of both.
    guard rows != .merge || present.isComplete, !isShown(change.key, change.body) else { return change }
    return try !repeated.contains(change.key) && held() == nil ? nil : .delete(change.key, version: change.version)
  }

  /// Returns the body that a row without a staged row keeps; nil: the row is removed.
  func rest(of row: StoredRow) -> [UInt8]? {
    waiting.contains(row.key) && !isShown(row.key, row.body) ? row.body : nil
  }

  /// Returns a touched row after the commit; nil: it does not change.
  func revised(touched row: StoredRow) -> StoredRow? {
    guard looksAtTouched, row.body != nil, !waiting.contains(row.key) else { return nil }
    guard row.isLeftOver || present.isComplete && !isShown(row.key, row.body) else { return nil }
    return StoredRow(row.key, body: nil, revision: row.revision)
  }

  /// Returns any row after a commit of this revision; nil: it does not change.
  func revised(_ row: StoredRow, revision: Int64) -> StoredRow? {
    var row = row
    let isChanged = former.shown != present.shown
    guard let body = row.body else {
      guard isChanged, row.version != 0 else { return nil }
      row.version = 0
      return row
    }
    let wasShown = former.shown.matches(row.key, body)
    let isShown = present.shown.matches(row.key, body)
    let isWaiting = waiting.contains(row.key)
    // No page of the former parameters has reported its changes.
    let isLeftOver = row.isLeftOver || isChanged && former.held.map { !$0.matches(row.key, body) } ?? false
    // A page would have contained a row that matches and is left over, if the server still had it as it was.
    if present.isComplete && (isShown ? isLeftOver : !isWaiting) || isLeftOver && !isWaiting {
      return StoredRow(row.key, body: nil, revision: revision)
    }
    guard wasShown != isShown || isLeftOver != row.isLeftOver else { return nil }
    if isLeftOver != row.isLeftOver { row.version = ~row.version }
    if wasShown != isShown { row.revision = revision }
    return row
  }

  private func isShown(_ key: RowKey, _ body: [UInt8]?) -> Bool { body.map { present.shown.matches(key, $0) } ?? false }
}
