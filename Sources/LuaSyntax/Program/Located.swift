/// An expression and its file.
package struct Located {
  package let file: LuaFile
  package let expression: Expression

  package init(_ file: LuaFile, _ expression: Expression) {
    self.file = file
    self.expression = expression
  }

  /// Another expression of the same file.
  package func with(_ expression: Expression) -> Located { Located(file, expression) }

  /// The body of the function; nil for another expression.
  package var function: FunctionBody? { if case .function(let body) = expression.kind { body } else { nil } }

  /// The fields of the table constructor, in order; nil for another expression.
  package var fields: [TableField]? { if case .table(let fields) = expression.kind { fields } else { nil } }
}
