import LuaRuntime

extension NativeFailure {
  package static func noRow(_ key: String, _ name: String) -> NativeFailure {
    NativeFailure(
      "there is no row with the key \"\(key)\"",
      fix: "send the key of an existing row, or add the row with \(name).upsert")
  }

  package static func keyChanged(_ key: String, _ field: String, _ name: String) -> NativeFailure {
    NativeFailure(
      "changes.\(field) would give the row \"\(key)\" another key",
      fix: "remove the row with \(name).remove and add it again with \(name).upsert")
  }

  package static func otherTypeOfKey(_ field: String, _ new: Value, _ old: Value) -> NativeFailure {
    NativeFailure(
      "\(field) is the \(new.shown), but another row has the \(old.shown) as its key, and both are one key",
      fix: "give \(field) one type in all rows: tostring(row.\(field)) makes a string of it")
  }
}
