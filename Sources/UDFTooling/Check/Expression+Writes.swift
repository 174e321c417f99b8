import LuaSyntax

extension Expression {
  /// The table that a call of this function writes into: the first argument of `table.insert` and the like; nil for other functions.
  func tableWritten(with arguments: [Expression]) -> Expression? {
    guard case .index(let library, let name) = kind, case .global("table") = library.kind,
      ["insert", "remove", "sort"].contains(name.text ?? "")
    else { return nil }
    return arguments.first
  }
}
