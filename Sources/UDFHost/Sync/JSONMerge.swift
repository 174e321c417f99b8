import LuaRuntime

/// JSON Merge Patch (RFC 7396) over plain data, which keeps 1 and 1.0 apart.
enum JSONMerge {
  /// The row that a patch makes of a row, each one JSON object in UTF-8.
  static func merging(_ row: [UInt8], _ patch: [UInt8]) throws -> [UInt8] {
    var writer = JSONWriter()
    try writer.write(merging(try JSONReader.value(of: row), try JSONReader.value(of: patch)), at: "row")
    return Array(writer.text.utf8)
  }

  static func merging(_ value: Value, _ patch: Value) -> Value {
    guard case .map(let changes) = patch else { return patch }
    var record = Record()
    if case .map(let old) = value { record = old }
    for (field, change) in changes { record[field] = change == .null ? .none : merging(record[field], change) }
    return .map(record)
  }
}
