/// An error in a type's declaration.
package struct FieldTypeError: Error {
  package var text: String
  /// The field of the action.
  package var field: String?

  package init(text: String, field: String? = nil) {
    self.text = text
    self.field = field
  }
}
