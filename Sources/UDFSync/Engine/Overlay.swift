import UDF

/// Rows as they are shown: as the server has them, and what waits in the outbox done to them in order.
struct Overlay: Sendable {
  private let waiting: [EntityKey: [Mutation]]
  private let merge: SyncOptions.Merge

  init(_ outbox: [Mutation], merge: @escaping SyncOptions.Merge) {
    waiting = Dictionary(grouping: outbox, by: \.key)
    self.merge = merge
  }

  /// The row to show; nil if there is none.
  func shown(_ row: StoredRow) -> SyncRow? {
    var body = row.body
    for mutation in waiting[row.key, default: []] {
      switch mutation.operation {
      case .put: body = mutation.body
      case .delete: body = nil
      case .patch:
        // One that does not fit the server's new row, say an adapter's own kind, leaves the row as it is.
        if let held = body, let patch = mutation.body { body = (try? merge(held, patch)) ?? held }
      }
    }
    return body.map { SyncRow(row.key, version: row.version, body: $0) }
  }
}
