/// A mutation that the check sends.
struct CheckedMutation {
  enum Operation: String { case put, patch, delete }

  /// A change of one row.
  struct Part {
    let operation: Operation
    let key: String
    var row: [String: JSONValue]?

    fileprivate var members: [String: JSONValue] {
      var members: [String: JSONValue] = ["op": .string(operation.rawValue), "key": .string(key)]
      members["row"] = row.map(JSONValue.object)
      return members
    }
  }

  let id: Int64
  let parts: [Part]

  init(id: Int64, _ parts: [Part]) {
    self.id = id
    self.parts = parts
  }

  init(id: Int64, operation: Operation, key: String, row: [String: JSONValue]? = nil) {
    self.init(id: id, [Part(operation: operation, key: key, row: row)])
  }

  var json: JSONValue {
    var members =
      parts.count == 1 ? parts[0].members : ["op": "all", "all": .list(parts.map { .object($0.members) })]
    members["id"] = .integer(id)
    return .object(members)
  }
}
