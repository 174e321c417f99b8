/// Why an ``EntityTable`` refused what it was asked; the table is then as it was.
public enum EntityError: Error, Equatable, CustomStringConvertible {
  /// A row was inserted whose key another row has.
  case duplicateKey(String)
  /// A row was to be updated that is not there.
  case noSuchKey(String)
  /// An update gave a row another key.
  case keyChanged(from: String, to: String)
  /// A query named an index that the table does not have.
  case unknownIndex(String, known: [String])
  /// A query had a text, and the table was not told how to search its rows.
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
