import LuaSyntax

/// Something that a function does with a table of functions that it is given: a `nav`, or the outputs of a use case.
enum ParameterUse {
  /// It calls one of its functions, whose name stands there.
  case call(String, at: SourcePosition, [Expression])
  /// It gives it to another function, as its argument at a position.
  case handed(to: Expression, Int)
  /// Where it goes from there only a run can tell.
  case escaped

  /// What a `nav` has besides functions.
  private static let values: Set = ["path", "view"]

  /// All uses of a variable.
  static func all(of parameter: Local.ID, in body: Block) -> [ParameterUse] {
    var uses: [ParameterUse] = []
    // A call is met before the variable in it.
    var understood: Set<SourcePosition> = []
    body.walk { node in
      guard case .expression(let expression) = node else { return }
      switch expression.kind {
      case .call(let callee, let arguments):
        if let key = callee.field(of: parameter), let name = key.text {
          understood.insert(callee.position)
          uses.append(.call(name, at: key.position, arguments))
        }
        for (position, argument) in arguments.enumerated() where argument.kind == .local(parameter) {
          understood.insert(argument.position)
          uses.append(.handed(to: callee, position))
        }
      case .index:
        if let name = expression.field(of: parameter)?.text, values.contains(name) {
          understood.insert(expression.position)
        }
      case .local(parameter) where !understood.contains(expression.position): uses.append(.escaped)
      default: break
      }
    }
    return uses
  }
}

extension Expression {
  /// The key of the field that it reads of a variable.
  fileprivate func field(of local: Local.ID) -> Expression? {
    if case .index(let table, let key) = kind, table.kind == .local(local) { key } else { nil }
  }
}
