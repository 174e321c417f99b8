/// A value that does not fit its declaration.
package struct FieldProblem {
  package var path: String
  /// The expected type; for an unknown field, the record type that lacks it.
  package var type: FieldType
  package var value: Value
  package var isUnknown = false
  /// Whether the value may be left out.
  package var isOptional = false
}
