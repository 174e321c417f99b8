extension NativeFailure {
  static func noRow(_ key: String, _ name: String) -> NativeFailure {
    NativeFailure(
      "there is no row with the key \"\(key)\"",
      fix: "send the key of a row that is there, or put it in by \(name).upsert")
  }

  static func keyChanged(_ key: String, _ field: String, _ name: String) -> NativeFailure {
    NativeFailure(
      "changes.\(field) would give the row \"\(key)\" another key",
      fix: "take the row out by \(name).remove and put it in anew by \(name).upsert")
  }
}
