import LuaSyntax

extension Expression {
  /// The variable and the key of `state.n`; nil for other expressions.
  var fieldOfLocal: (local: Local.ID, key: Expression)? {
    if case .index(let table, let key) = kind, case .local(let local) = table.kind { (local, key) } else { nil }
  }

  /// The key of the field that the expression reads from a variable; nil for other expressions.
  func field(of local: Local.ID) -> Expression? {
    if let field = fieldOfLocal, field.local == local { field.key } else { nil }
  }
}
