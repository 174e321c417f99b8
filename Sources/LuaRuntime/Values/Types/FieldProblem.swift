/// A value that does not fit its declaration.
package struct FieldProblem {
  package var path: String
  /// What it should be; of an unknown field, the record that does not have it.
  package var type: FieldType
  package var value: Value
  package var isUnknown = false
}
