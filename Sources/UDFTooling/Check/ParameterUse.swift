import LuaSyntax

/// A use of a parameter that is a table of functions: a `nav`, or the outputs of a use case.
enum ParameterUse {
  /// The function calls a member with a literal name.
  case call(String, at: SourcePosition, [Expression])
  /// The function passes the table to another function, as its argument at a position.
  case handed(to: Expression, Int)
  /// The function uses the table in a way that the check cannot follow.
  case escaped

  /// The members of `nav` that are not functions.
  private static let values: Set = ["path", "view"]

  /// Returns all uses of a variable.
  static func all(of parameter: Local.ID, in body: Block) -> [ParameterUse] {
    var uses: [ParameterUse] = []
    // The walk visits a call before the variable in it.
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
