import LuaSyntax

/// An expression and the file that it stands in.
package struct Located {
  package let file: CheckedFile
  package let expression: Expression

  init(_ file: CheckedFile, _ expression: Expression) {
    self.file = file
    self.expression = expression
  }

  /// Another one of the same file.
  package func with(_ expression: Expression) -> Located { Located(file, expression) }

  /// The function that it is.
  package var function: FunctionBody? { if case .function(let body) = expression.kind { body } else { nil } }

  /// The fields of the table that it makes, in order.
  package var fields: [TableField]? { if case .table(let fields) = expression.kind { fields } else { nil } }
}
