import LuaSyntax

extension Statement {
  var targets: [Expression] {
    switch kind {
    case .assign(let targets, _): targets
    case .function(let target, _): [target]
    default: []
    }
  }
  /// The positions of the keys that an assignment both writes and reads.
  var readsOfOwnTargets: [SourcePosition] {
    guard case .assign(let targets, let values) = kind else { return [] }
    let names = targets.compactMap { if case .index(_, let key) = $0.kind { key.text } else { nil } }
    var positions: [SourcePosition] = []
    for value in values where !names.isEmpty {
      value.walk { node in
        guard case .expression(let expression) = node, case .index(_, let key) = expression.kind,
          let name = key.text, names.contains(name)
        else { return }
        positions.append(key.position)
      }
    }
    return positions
  }
}
