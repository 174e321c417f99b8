/// An operation that an ``EntityTable`` refused. The table has not changed.
///
///     do { try todos.insert(todo) } catch { print(error) }   // there is already a row with the key 1 …
public enum EntityError: Error, Equatable, CustomStringConvertible {
  /// The inserted row has the key of another row.
  case duplicateKey(String)
  /// There is no row with the key to update.
  case noSuchKey(String)
  /// The update changed the key of the row.
  case keyChanged(from: String, to: String)
  /// The query names an index that the table does not have.
  case unknownIndex(String, known: [String])
  /// The query has a text, but the table was made without `text`.
  case noText

  public var description: String {
    let (problem, fix) = explanation
    return "\(problem)\n  To fix this, \(fix)"
  }

  private var explanation: (problem: String, fix: String) {
    switch self {
    case .duplicateKey(let key):
      ("there is already a row with the key \(key)", "give the row a key of its own, or upsert it")
    case .noSuchKey(let key):
      ("there is no row with the key \(key)", "insert the row first, or upsert it")
    case .keyChanged(let old, let new):
      ("an update changed the key \(old) to \(new)", "remove the row and insert it with its new key")
    case .unknownIndex(let name, let known):
      (
        "there is no index \"\(name)\"",
        known.isEmpty
          ? "declare it when the table is made" : "use one of the table's indexes: \(known.joined(separator: ", "))"
      )
    case .noText:
      ("the rows cannot be searched by text", "declare `text` when the table is made")
    }
  }
}
