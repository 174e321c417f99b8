import UDF

@testable import UDFSync

extension ModelServer {
  /// Rows and token are of one moment: each row is what the server had at the token, or at a later version of its own. So nothing
  /// that was deleted is there, and nothing was missed. What has changed after the token may still be as it was before: a server
  /// gives the last state of a row, and that is to come. Returns what is wrong; nil: nothing.
  ///
  /// - Parameter selection: only rows that match are there.
  func fault(
    in rows: some Sequence<StoredRow>, at token: String?, selection: RowSelection = .all, besides keys: Set<RowKey> = []
  ) -> String? {
    guard let token = Self.version(of: token) else { return nil }
    let rows = Dictionary(rows.map { ($0.key, $0) }) { $1 }
    for key in Set(history.keys).union(rows.keys) where !keys.contains(key) {
      let row = rows[key]
      guard history[key]?.last?.version ?? 0 <= token else { continue }
      let held = body(of: key, at: token).flatMap { selection.matches(key, $0) ? $0 : nil }
      guard row?.body != held else { continue }
      return "row \(key) is \(text(row?.body)) at version \(row?.version ?? -1), token \(token), but was \(text(held))"
    }
    return nil
  }

  /// Whether a row was once like this. A change of the parameters removes the version of a deletion from the cache.
  func hasHad(_ row: StoredRow) -> Bool {
    let isOfAnyVersion = row.body == nil && row.version == 0
    return history[row.key]?.contains { ($0.version == row.version || isOfAnyVersion) && $0.body == row.body } ?? false
  }

  /// Whether the server has made a mutation. A refused one must be reported to the client that sent it.
  func hasMade(_ mutation: Mutation) -> Bool {
    guard let made = made[Identity(mutation)] else { return false }
    return made.outcome == .applied && made.mutation.parts.count == mutation.parts.count
  }

  /// Whether the server has made the mutation with this id, under any key.
  func hasMade(_ id: Int64, _ change: LocalChange) -> Bool {
    made.values.contains { made in
      guard made.mutation.id == id, made.outcome == .applied, case .mutate(let parts) = change else { return false }
      // The rows may have got other keys.
      return givesKeys ? made.mutation.parts.count == parts.count : made.mutation.parts == parts
    }
  }

  /// The bodies of mutations that it has made, in no order.
  var madeBodies: [String] {
    made.values.filter { $0.outcome == .applied }.flatMap { $0.mutation.parts.map { text($0.body) } }
  }

  private func text(_ body: [UInt8]?) -> String { body.map { String(decoding: $0, as: UTF8.self) } ?? "nothing" }
}
