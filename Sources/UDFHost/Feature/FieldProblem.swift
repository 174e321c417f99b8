import LuaRuntime

/// A value that does not fit its declaration.
struct FieldProblem {
  var path: String
  /// What it should be; of an unknown field, the record that does not have it.
  var type: FieldType
  var value: Value
  var isUnknown = false
}
