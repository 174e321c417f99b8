import LuaSyntax

/// An expression and the file that it stands in.
struct Located {
  let file: CheckedFile
  let expression: Expression

  init(_ file: CheckedFile, _ expression: Expression) {
    self.file = file
    self.expression = expression
  }

  /// Another one of the same file.
  func with(_ expression: Expression) -> Located { Located(file, expression) }

  /// The function that it is.
  var function: FunctionBody? { if case .function(let body) = expression.kind { body } else { nil } }

  /// The fields of the table that it makes, in order.
  var fields: [TableField]? { if case .table(let fields) = expression.kind { fields } else { nil } }
}
