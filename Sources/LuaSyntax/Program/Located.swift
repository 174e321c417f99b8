/// An expression and its file.
package struct Located {
  package let file: LuaFile
  package let expression: Expression

  init(_ file: LuaFile, _ expression: Expression) {
    self.file = file
    self.expression = expression
  }

  /// Another expression of the same file.
  package func with(_ expression: Expression) -> Located { Located(file, expression) }

  /// Its body, if it is a function.
  package var function: FunctionBody? { if case .function(let body) = expression.kind { body } else { nil } }

  /// Its fields in order, if it is a table constructor.
  package var fields: [TableField]? { if case .table(let fields) = expression.kind { fields } else { nil } }
}
