/// The names and labels of one block.
struct BlockScope {
  /// A `goto` whose label has not been parsed yet.
  struct Jump {
    let label: String
    let position: SourcePosition
    /// The number of local variables in scope at the `goto`.
    var active: Int
  }

  let isLoop: Bool
  /// The number of local variables in scope before the block.
  let active: Int
  var names: [String: Local.ID] = [:]
  /// The line of each label.
  private(set) var labels: [String: Int] = [:]
  var jumps: [Jump] = []

  init(isLoop: Bool, active: Int) {
    self.isLoop = isLoop
    self.active = active
  }

  mutating func place(_ label: Identifier, active: Int) throws(LuaSyntaxError) {
    labels[label.text] = label.position.line
    for jump in jumps where jump.label == label.text && jump.active < active {
      throw LuaSyntaxError(
        text: "goto '\(label.text)' at line \(jump.position.line) jumps into the scope of a local",
        position: jump.position)
    }
    jumps.removeAll { $0.label == label.text }
  }

  /// Adopts the jumps that leave an inner block.
  mutating func adoptJumps(of inner: BlockScope) {
    jumps += inner.jumps.map { jump in
      var jump = jump
      jump.active = min(jump.active, inner.active)
      return jump
    }
  }
}
