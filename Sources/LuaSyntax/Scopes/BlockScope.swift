/// The names and labels of one block.
struct BlockScope {
  /// A `goto` whose label has not been met yet.
  struct Jump {
    let label: String
    let position: SourcePosition
    /// How many local variables there are where it stands.
    var active: Int
  }

  let isLoop: Bool
  /// How many local variables there are around it.
  let active: Int
  var names: [String: Local.ID] = [:]
  /// From each label to its line.
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

  /// Takes over the jumps that lead out of a block in this one.
  mutating func take(_ inner: BlockScope) {
    jumps += inner.jumps.map { jump in
      var jump = jump
      jump.active = min(jump.active, inner.active)
      return jump
    }
  }
}
