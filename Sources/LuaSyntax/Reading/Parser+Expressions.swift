extension Parser {
  mutating func expressions() throws(LuaSyntaxError) -> [Expression] {
    var result = [try expression()]
    while try take(",") { result.append(try expression()) }
    return result
  }

  mutating func expression() throws(LuaSyntaxError) -> Expression { try expression(binding: 0) }

  /// Reads an expression up to an operator whose priority is `limit` or lower.
  private mutating func expression(binding limit: Int) throws(LuaSyntaxError) -> Expression {
    try nested { (parser) throws(LuaSyntaxError) in try parser.operations(binding: limit) }
  }

  private mutating func operations(binding limit: Int) throws(LuaSyntaxError) -> Expression {
    let start = token.position
    var left: Expression
    if let sign = unaryOperator {
      try advance()
      left = Expression(
        kind: .unary(sign, try expression(binding: BinaryOperator.unaryPriority)), position: start)
    } else {
      left = try simple()
    }
    while let sign = binaryOperator, sign.priority.left > limit {
      try grow()
      try advance()
      left = Expression(kind: .binary(sign, left, try expression(binding: sign.priority.right)), position: start)
    }
    return left
  }

  private var unaryOperator: UnaryOperator? {
    switch token.kind {
    case .keyword(.not): .not
    case .symbol(let text): UnaryOperator(rawValue: text)
    default: nil
    }
  }

  private var binaryOperator: BinaryOperator? {
    switch token.kind {
    case .keyword(.and): .and
    case .keyword(.or): .or
    case .symbol(let text): BinaryOperator(rawValue: text)
    default: nil
    }
  }

  private mutating func simple() throws(LuaSyntaxError) -> Expression {
    let start = token.position
    let kind: Expression.Kind
    switch token.kind {
    case .integer(let value): kind = .integer(value)
    case .number(let value): kind = .number(value)
    case .string(let bytes): kind = .string(bytes)
    case .keyword(.nil): kind = .absent
    case .keyword(.true): kind = .boolean(true)
    case .keyword(.false): kind = .boolean(false)
    case .symbol("..."):
      guard scopes.isVariadic else { throw error("cannot use '...' outside a vararg function") }
      kind = .varargs
    case .symbol("{"): return Expression(kind: .table(try table()), position: start)
    case .keyword(.function):
      try advance()
      return Expression(kind: .function(try functionBody()), position: start)
    default: return try suffixed()
    }
    try advance()
    return Expression(kind: kind, position: start)
  }

  // MARK: calls and fields

  /// Reads a name or an expression in parentheses, and the fields and calls that follow it.
  mutating func suffixed() throws(LuaSyntaxError) -> Expression {
    var result = try primary()
    while let kind = try suffix(of: result) {
      try grow()
      result = Expression(kind: kind, position: result.position)
    }
    return result
  }

  private mutating func suffix(of value: Expression) throws(LuaSyntaxError) -> Expression.Kind? {
    switch token.kind {
    case .symbol("."):
      try advance()
      return index(value, try identifier()).kind
    case .symbol("["):
      try advance()
      let key = try expression()
      try expect("]")
      return .index(value, key)
    case .symbol(":"):
      try advance()
      let name = try identifier()
      return .method(value, name, try arguments())
    case .symbol("("), .symbol("{"), .string: return .call(value, try arguments())
    default: return nil
    }
  }

  private mutating func primary() throws(LuaSyntaxError) -> Expression {
    let start = token.position
    if try take("(") {
      let inner = try expression()
      try expect(")")
      return Expression(kind: .single(inner), position: start)
    }
    guard case .name = token.kind else { throw error("unexpected symbol") }
    return name(try identifier())
  }

  /// Resolves a name at the current position.
  func name(_ name: Identifier) -> Expression {
    if let id = scopes.local(name.text) { return Expression(kind: .local(id), position: name.position) }
    // If the script declares a local `_ENV`, any other name that is not local is a field of it.
    if name.text != "_ENV", let id = scopes.local("_ENV") {
      return index(Expression(kind: .local(id), position: name.position), name)
    }
    return Expression(kind: .global(name.text), position: name.position)
  }

  func index(_ value: Expression, _ name: Identifier) -> Expression {
    let key = Expression(kind: .string(Array(name.text.utf8)), position: name.position)
    return Expression(kind: .index(value, key), position: value.position)
  }

  private mutating func arguments() throws(LuaSyntaxError) -> [Expression] {
    let start = token.position
    switch token.kind {
    case .string(let bytes):
      try advance()
      return [Expression(kind: .string(bytes), position: start)]
    case .symbol("{"): return [Expression(kind: .table(try table()), position: start)]
    case .symbol("("):
      try advance()
      let values = isAt(")") ? [] : try expressions()
      try expect(")")
      return values
    default: throw error("function arguments expected")
    }
  }

  private mutating func table() throws(LuaSyntaxError) -> [TableField] {
    try expect("{")
    var fields: [TableField] = []
    while !isAt("}") {
      fields.append(try field())
      guard isAt(",") || isAt(";") else { break }
      try advance()
    }
    try expect("}")
    return fields
  }

  private mutating func field() throws(LuaSyntaxError) -> TableField {
    if try take("[") {
      let key = try expression()
      try expect("]")
      try expect("=")
      return .named(key: key, try expression())
    }
    if case .name(let text) = token.kind, try peek().kind == .symbol("=") {
      let key = Expression(kind: .string(Array(text.utf8)), position: token.position)
      try advance()
      try advance()
      return .named(key: key, try expression())
    }
    return .item(try expression())
  }

  // MARK: functions

  /// Reads a function from its parameters to its `end`. With a `receiver`, the position of a method's name, it adds `self`.
  mutating func functionBody(with receiver: SourcePosition? = nil) throws(LuaSyntaxError) -> FunctionBody {
    try expect("(")
    var names = receiver.map { [Identifier(text: "self", position: $0)] } ?? []
    var isVariadic = false
    while !isAt(")") {
      isVariadic = try take("...")
      if isVariadic { break }
      names.append(try identifier())
      guard try take(",") else { break }
      guard !isAt(")") else { throw expected("<name>") }
    }
    try expect(")")
    let id = scopes.beginFunction(isVariadic: isVariadic)
    let parameters = names.map { scopes.declare($0) }
    let body = try statements()
    try expect(.end)
    try scopes.endFunction()
    return FunctionBody(
      id: id, functions: id...scopes.lastFunction, parameters: parameters, isVariadic: isVariadic, body: body)
  }
}
