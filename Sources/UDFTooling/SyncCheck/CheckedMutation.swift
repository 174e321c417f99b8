/// A mutation that the check sends.
struct CheckedMutation {
  enum Operation: String { case put, patch, delete }

  let id: Int64
  let operation: Operation
  let key: String
  var row: [String: JSONValue]?

  var json: JSONValue {
    var members: [String: JSONValue] = ["id": .integer(id), "op": .string(operation.rawValue), "key": .string(key)]
    members["row"] = row.map(JSONValue.object)
    return .object(members)
  }
}
