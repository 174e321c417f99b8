import LuaRuntime
import UDF
import UDFFields
import UDFServices
import UDFSync

/// The result of a function of a remote in Lua. Each field must have its type: a field that is ignored, such as a
/// version or the number of a mutation, would change the meaning of the result.
struct ScriptAnswer {
  let fields: Value
  let collection: String
  var function = "pull"

  func garbled(_ problem: String) -> RemoteFailure {
    RemoteFailure(.garbled, "\(collection): remote.\(function): \(problem)")
  }

  /// Returns a field that `read` converts; nil if the field is missing. Throws if `read` cannot convert it.
  func field<Read>(_ name: String, _ must: String, _ read: (Value) -> Read?) throws(RemoteFailure) -> Read? {
    try value(fields[name], at: name, must, read)
  }

  /// Returns a nested value that `read` converts; `place` is its path in Lua.
  func value<Read>(
    _ value: Value, at place: String, _ must: String, _ read: (Value) -> Read?
  ) throws(RemoteFailure) -> Read? {
    guard value != .none else { return nil }
    guard let read = read(value) else { throw garbled("\(place) must be \(must), got \(value.shown)") }
    return read
  }

  /// See ``PullPage/age``.
  var age: Double {
    get throws(RemoteFailure) {
      try field("age", "a number of seconds that is not negative") { value in
        value.double.flatMap { $0 >= 0 && $0.isFinite ? $0 : nil }
      } ?? 0
    }
  }

  /// See ``PullPage/mutations``.
  var mutations: [String: Int64]? {
    get throws(RemoteFailure) {
      let entries = try field("mutations", "a table of ids by client names") { value in
        if case .map(let record) = value { record } else { nil }
      }
      guard let entries else { return nil }
      var mutations: [String: Int64] = [:]
      for (client, id) in entries {
        let place = "mutations[\(client.debugDescription)]"
        mutations[client] = try value(id, at: place, "an integer from 0 on") { value in
          value.wholeNumber.flatMap { $0 < 0 ? nil : $0 }
        }
      }
      return mutations
    }
  }

  /// Reads a row, or `{ key = …, deleted = true }`, at a place; `version` returns a row's version by its key.
  func change(
    _ item: Value, at place: String, key field: String, version: (EntityKey) -> Int64?
  ) throws(RemoteFailure) -> RowChange {
    guard case .map(let row) = item else { throw garbled("\(place) must be a row, got \(item.shown)") }
    let isGone = try value(row["deleted"], at: "\(place).deleted", "true or false", \.flag) ?? false
    let field = isGone ? "key" : field
    guard let key = EntitiesOptions.key(row[field]) else {
      throw garbled("\(place).\(field) must be a string or an integer, got \(row[field].shown)")
    }
    guard key != EntityKey("") else { throw garbled("\(place).\(field) is empty") }
    if isGone { return .delete(RowKey(key), version: version(key) ?? 0) }
    var writer = JSONWriter()
    do throws(JSONRefusal) { try writer.write(item, at: place) } catch {
      throw garbled("\(error.place) cannot be kept as JSON: \(error.reason)")
    }
    let body = writer.bytes
    // A row that cannot be read again could not be delivered from the cache.
    do throws(JSONProblem) { _ = try JSONReader.value(of: body) } catch {
      throw garbled("\(place) cannot be kept as JSON: \(error.reason)")
    }
    return .put(SyncRow(RowKey(key), version: version(key) ?? 0, body: body))
  }

  /// The versions of rows by their keys; a list has those of the keys 1, 2, 3, ….
  var versions: [EntityKey: Int64] {
    get throws(RemoteFailure) {
      let entries = try field("versions", "a table of versions by the rows' keys") { value -> [(String, Value)]? in
        switch value {
        case .map(let record): record.map { ($0.key, $0.value) }
        case .list(let items): items.enumerated().map { (String($0.offset + 1), $0.element) }
        default: nil
        }
      }
      var versions: [EntityKey: Int64] = [:]
      for (key, version) in entries ?? [] {
        versions[EntityKey(key)] = try value(
          version, at: "versions[\(key.debugDescription)]", "an integer", \.wholeNumber)
      }
      return versions
    }
  }
}
