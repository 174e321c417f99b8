import LuaSyntax

extension Statement {
  var targets: [Expression] {
    switch kind {
    case .assign(let targets, _): targets
    case .function(let target, _): [target]
    default: []
    }
  }

  /// The positions of the keys that an assignment both writes and reads, in the same variable's table: `state.n = state.n + 1`.
  var readsOfOwnTargets: [SourcePosition] {
    guard case .assign(let targets, let values) = kind else { return [] }
    let written = targets.compactMap(\.fieldOfLocal)
    var positions: [SourcePosition] = []
    for value in values where !written.isEmpty {
      value.walk { node in
        guard case .expression(let expression) = node, let read = expression.fieldOfLocal, let name = read.key.text,
          written.contains(where: { $0.local == read.local && $0.key.text == name })
        else { return }
        positions.append(read.key.position)
      }
    }
    return positions
  }
}
