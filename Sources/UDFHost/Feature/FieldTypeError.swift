/// A declaration that is no type.
struct FieldTypeError: Error {
  var text: String
  /// Of the action that has it.
  var field: String?
}
