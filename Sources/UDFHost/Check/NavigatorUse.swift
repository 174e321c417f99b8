import LuaSyntax

/// Something that a function does with the `nav` that it is given.
enum NavigatorUse {
  /// It calls one of its functions.
  case call(String, [Expression])
  /// It gives it to another function, as its argument at a position.
  case handed(to: Expression, Int)
  /// Where it goes from there only a run can tell.
  case escaped

  /// What it has besides functions.
  private static let values: Set = ["path", "view"]

  /// All uses of a variable.
  static func all(of nav: Local.ID, in body: Block) -> [NavigatorUse] {
    var uses: [NavigatorUse] = []
    // A call is met before the variable in it.
    var understood: Set<SourcePosition> = []
    body.walk { node in
      guard case .expression(let expression) = node else { return }
      switch expression.kind {
      case .call(let callee, let arguments):
        if let name = callee.field(of: nav) {
          understood.insert(callee.position)
          uses.append(.call(name, arguments))
        }
        for (position, argument) in arguments.enumerated() where argument.kind == .local(nav) {
          understood.insert(argument.position)
          uses.append(.handed(to: callee, position))
        }
      case .index:
        if let name = expression.field(of: nav), values.contains(name) { understood.insert(expression.position) }
      case .local(nav) where !understood.contains(expression.position): uses.append(.escaped)
      default: break
      }
    }
    return uses
  }
}

extension Expression {
  /// The name of the field that it reads of a variable.
  fileprivate func field(of local: Local.ID) -> String? {
    if case .index(let table, let key) = kind, table.kind == .local(local) { key.text } else { nil }
  }
}
