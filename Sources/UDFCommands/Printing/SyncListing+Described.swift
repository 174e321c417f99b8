import UDFHost
import UDFTooling

extension SyncListing {
  /// The listing as plain data, for JSON.
  var described: Record {
    var record = info.described
    record["name"] = .string(feature)
    record["age"] = age.map(Value.number) ?? .none
    record["retryIn"] = retryIn.map(Value.number) ?? .none
    record["waiting"] = waiting.map { .list($0.map(Value.map)) } ?? .none
    record["deadLetters"] = .list(dead.map(Value.map))
    return record
  }
}

extension SyncInfo {
  /// The fields of the feature's state `sync`, and the number of rows.
  var described: Record {
    var record = state
    record["rows"] = .integer(Int64(rows))
    return record
  }
}
