/// Why an action of `udf.entities` is refused.
struct EntitiesFailure: Error, CustomStringConvertible {
  let description: String

  init(_ problem: String, fix: String? = nil) {
    description = problem + (fix.map { "\n  To fix this, \($0)" } ?? "")
  }

  static func noRow(_ key: String, _ name: String) -> EntitiesFailure {
    EntitiesFailure(
      "there is no row with the key \"\(key)\"",
      fix: "send the key of a row that is there, or put it in by \(name).upsert")
  }

  static func keyChanged(_ key: String, _ field: String, _ name: String) -> EntitiesFailure {
    EntitiesFailure(
      "changes.\(field) would give the row \"\(key)\" another key",
      fix: "take the row out by \(name).remove and put it in anew by \(name).upsert")
  }
}
