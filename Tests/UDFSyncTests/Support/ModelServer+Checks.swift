import UDF

@testable import UDFSync

extension ModelServer {
  /// Rows and token are of one moment: each row is what the server had at the token, or at a later version of its own. So nothing
  /// that was deleted is there, and nothing was missed. What has changed after the token may still be as it was before: a server
  /// gives the last state of a row, and that is to come. Gives what is wrong, nil if nothing is.
  func fault(in rows: some Sequence<StoredRow>, at token: String?, besides keys: Set<EntityKey> = []) -> String? {
    guard let token = Self.version(of: token) else { return nil }
    let rows = Dictionary(rows.map { ($0.key, $0) }) { $1 }
    for key in Set(history.keys).union(rows.keys) where !keys.contains(key) {
      let row = rows[key]
      guard history[key]?.last?.version ?? 0 <= token else { continue }
      let held = body(of: key, at: token)
      guard row?.body != held else { continue }
      return "row \(key) is \(text(row?.body)) at version \(row?.version ?? -1), token \(token), but was \(text(held))"
    }
    return nil
  }

  /// Whether a row was once like this.
  func hasHad(_ row: StoredRow) -> Bool {
    history[row.key]?.contains { $0.version == row.version && $0.body == row.body } ?? false
  }

  /// Whether it has made a mutation; what it has refused must be reported where it was made.
  func hasMade(_ mutation: Mutation) -> Bool { made[Identity(mutation)]?.outcome == .applied }

  /// Whether it has made the mutation of an id, under whatever name.
  func hasMade(_ id: Int64, _ change: LocalChange) -> Bool {
    made.values.contains { made in
      made.mutation.id == id && made.outcome == .applied
        && change == .mutate(made.mutation.operation, made.mutation.key, body: made.mutation.body)
    }
  }

  /// The bodies of mutations that it has made, in no order.
  var madeBodies: [String] {
    made.values.filter { $0.outcome == .applied }.map { text($0.mutation.body) }
  }

  private func text(_ body: [UInt8]?) -> String { body.map { String(decoding: $0, as: UTF8.self) } ?? "nothing" }
}
