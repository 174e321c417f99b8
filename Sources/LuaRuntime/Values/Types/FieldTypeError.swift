/// A declaration that is no type.
package struct FieldTypeError: Error {
  package var text: String
  /// Of the action that has it.
  package var field: String?

  package init(text: String, field: String? = nil) {
    self.text = text
    self.field = field
  }
}
