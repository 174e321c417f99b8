import LuaSyntax

extension Statement {
  var targets: [Expression] {
    switch kind {
    case .assign(let targets, _): targets
    case .function(let target, _): [target]
    default: []
    }
  }
}
