extension Block {
  /// What it may return by itself: the values of each `return` in it, not of those in functions inside.
  public var answers: [[Expression]] {
    statements.flatMap { statement -> [[Expression]] in
      switch statement.kind {
      case .answer(let values): [values]
      case .block(let block), .whileLoop(_, let block), .repeatLoop(let block, _), .numericLoop(_, _, _, _, let block),
        .genericLoop(_, _, let block):
        block.answers
      case .branches(let branches): branches.flatMap(\.block.answers)
      default: []
      }
    }
  }
}
