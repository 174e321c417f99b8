extension Block {
  /// Calls `visit` with each statement and expression, parents before their parts, including those of inner functions. Names of
  /// fields, as in `a.b` and `{ b = 1 }`, are not visited.
  ///
  ///     var count = 0
  ///     try Chunk("f(1, 2)".utf8).block.walk { if case .expression = $0 { count += 1 } }
  ///     count   // 4: the call, f, 1 and 2
  public func walk(_ visit: (SyntaxNode) -> Void) {
    for statement in statements {
      visit(.statement(statement))
      statement.walk(visit)
    }
  }
}

extension Statement {
  fileprivate func walk(_ visit: (SyntaxNode) -> Void) {
    switch kind {
    case .local(_, let values), .answer(let values): values.walk(visit)
    case .localFunction(_, let body): body.body.walk(visit)
    case .function(let target, let body):
      target.walk(visit)
      body.body.walk(visit)
    case .assign(let targets, let values):
      targets.walk(visit)
      values.walk(visit)
    case .call(let call): call.walk(visit)
    case .block(let block): block.walk(visit)
    case .whileLoop(let condition, let block):
      condition.walk(visit)
      block.walk(visit)
    case .repeatLoop(let block, let condition):
      block.walk(visit)
      condition.walk(visit)
    case .branches(let branches):
      for branch in branches {
        branch.condition?.walk(visit)
        branch.block.walk(visit)
      }
    case .numericLoop(_, let from, let to, let step, let block):
      [from, to].walk(visit)
      step?.walk(visit)
      block.walk(visit)
    case .genericLoop(_, let values, let block):
      values.walk(visit)
      block.walk(visit)
    case .leave, .jump, .label: break
    }
  }
}

extension Expression {
  /// Calls `visit` with the expression itself and then with its parts, like ``Block/walk(_:)``.
  public func walk(_ visit: (SyntaxNode) -> Void) {
    visit(.expression(self))
    switch kind {
    case .absent, .varargs, .boolean, .integer, .number, .string, .local, .global: break
    case .index(let value, let key):
      value.walk(visit)
      if key.text == nil { key.walk(visit) }
    case .call(let value, let arguments), .method(let value, _, let arguments):
      value.walk(visit)
      arguments.walk(visit)
    case .function(let body): body.body.walk(visit)
    case .table(let fields):
      for field in fields {
        if case .named(let key, _) = field, key.text == nil { key.walk(visit) }
        field.value.walk(visit)
      }
    case .unary(_, let value), .single(let value): value.walk(visit)
    case .binary(_, let left, let right):
      left.walk(visit)
      right.walk(visit)
    }
  }
}

extension [Expression] {
  fileprivate func walk(_ visit: (SyntaxNode) -> Void) { for each in self { each.walk(visit) } }
}
