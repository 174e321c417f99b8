extension Block {
  /// The values of each `return` in the block, without those in inner functions.
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
