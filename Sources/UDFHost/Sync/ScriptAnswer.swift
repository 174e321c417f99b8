import LuaRuntime
import UDF
import UDFServices
import UDFSync

/// What a function of a remote in Lua has given, each field of the type that it should be: one that is passed over would be
/// taken for one that is not there, and what rests on it, a version or a count of mutations, for the opposite.
struct ScriptAnswer {
  let fields: Value
  let collection: String
  var function = "pull"

  func garbled(_ problem: String) -> RemoteFailure {
    RemoteFailure(.garbled, "\(collection): remote.\(function): \(problem)")
  }

  /// A field as `read` takes it, nil if it is not there. Throws what it must be if it is anything else.
  func field<Read>(_ name: String, _ must: String, _ read: (Value) -> Read?) throws(RemoteFailure) -> Read? {
    try value(fields[name], at: name, must, read)
  }

  /// Likewise what lies further inside, at a place as one would write it in Lua.
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

  /// A row, or `{ key = …, deleted = true }`, at a place of the answer; `version` gives its version by its key.
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
    if isGone { return .delete(key, version: version(key) ?? 0) }
    var writer = JSONWriter()
    do throws(JSONRefusal) { try writer.write(item, at: place) } catch {
      throw garbled("\(error.place) cannot be kept as JSON: \(error.reason)")
    }
    let body = writer.bytes
    // Once in the cache it could not be delivered.
    do throws(JSONProblem) { _ = try JSONReader.value(of: body) } catch {
      throw garbled("\(place) cannot be kept as JSON: \(error.reason)")
    }
    return .put(SyncRow(key, version: version(key) ?? 0, body: body))
  }

  /// Rows' versions by their keys; a list has those of the keys 1, 2, 3, ….
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

extension Value {
  /// An integer, be it written as a float, as numbers are that were computed or came as JSON.
  var wholeNumber: Int64? {
    switch self {
    case .integer(let number): number
    case .number(let number): Int64(exactly: number)
    default: nil
    }
  }

  var flag: Bool? { if case .boolean(let flag) = self { flag } else { nil } }
}
