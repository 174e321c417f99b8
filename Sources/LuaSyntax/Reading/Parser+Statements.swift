extension Parser {
  /// Reads statements up to the end of the block.
  mutating func statements() throws(LuaSyntaxError) -> Block {
    var result: [Statement] = []
    while !endsBlock(withUntil: true) {
      let isLast = isAt(.return)
      let start = token.position
      if let kind = try nested({ (parser) throws(LuaSyntaxError) in try parser.statement() }) {
        result.append(Statement(kind: kind, position: start))
      }
      if isLast { break }
    }
    return Block(statements: result)
  }

  private func endsBlock(withUntil: Bool) -> Bool {
    switch token.kind {
    case .end, .keyword(.end), .keyword(.else), .keyword(.elseif): true
    case .keyword(.until): withUntil
    default: false
    }
  }

  private mutating func block(isLoop: Bool = false) throws(LuaSyntaxError) -> Block {
    scopes.beginBlock(isLoop: isLoop)
    let block = try statements()
    scopes.endBlock()
    return block
  }

  /// Reads a statement; nil for a semicolon alone.
  private mutating func statement() throws(LuaSyntaxError) -> Statement.Kind? {
    guard case .keyword(let keyword) = token.kind else {
      if try take(";") { return nil }
      if try take("::") { return try label() }
      return try expressionStatement()
    }
    switch keyword {
    case .if: return try branches()
    case .while: return try whileLoop()
    case .do:
      try advance()
      let body = try block()
      try expect(.end)
      return .block(body)
    case .for: return try loop()
    case .repeat: return try repeatLoop()
    case .function: return try function()
    case .local:
      try advance()
      return try take(.function) ? localFunction() : local()
    case .return: return try answer()
    case .break:
      guard scopes.isInLoop else { throw error("break outside a loop") }
      try advance()
      return .leave
    case .goto:
      try advance()
      let name = try identifier()
      scopes.jump(to: name)
      return .jump(to: name.text)
    default: return try expressionStatement()
    }
  }

  private mutating func expressionStatement() throws(LuaSyntaxError) -> Statement.Kind {
    let first = try suffixed()
    guard isAt("=") || isAt(",") else {
      switch first.kind {
      case .call, .method: return .call(first)
      default: throw error("syntax error")
      }
    }
    var targets = [first]
    while try take(",") { targets.append(try suffixed()) }
    for target in targets { try checkTarget(target) }
    try expect("=")
    return .assign(targets, try expressions())
  }

  private func checkTarget(_ target: Expression) throws(LuaSyntaxError) {
    switch target.kind {
    case .index, .global: return
    case .local(let id):
      guard scopes.locals[id].attribute != nil else { return }
      throw LuaSyntaxError(
        text: "attempt to assign to const variable '\(scopes.locals[id].name)'", position: target.position)
    default: throw error("syntax error")
    }
  }

  private mutating func label() throws(LuaSyntaxError) -> Statement.Kind {
    let name = try identifier()
    try expect("::")
    // A label counts as the last statement of its block if only labels and semicolons follow it.
    while isAt(";") { try advance() }
    var isLast = endsBlock(withUntil: false)
    if isAt("::") { isLast = try self.onlyLabelsFollow() }
    try scopes.label(name, isLast: isLast)
    return .label(name.text)
  }

  /// Whether only labels follow up to the end of the block.
  private func onlyLabelsFollow() throws(LuaSyntaxError) -> Bool {
    var ahead = self
    while try ahead.take("::") {
      _ = try ahead.identifier()
      try ahead.expect("::")
      while try ahead.take(";") {}
    }
    return ahead.endsBlock(withUntil: false)
  }

  private mutating func branches() throws(LuaSyntaxError) -> Statement.Kind {
    var branches: [Statement.Branch] = []
    repeat {
      try advance()
      let condition = try expression()
      try expect(.then)
      branches.append(Statement.Branch(condition: condition, block: try block()))
    } while isAt(.elseif)
    if try take(.else) { branches.append(Statement.Branch(condition: nil, block: try block())) }
    try expect(.end)
    return .branches(branches)
  }

  private mutating func whileLoop() throws(LuaSyntaxError) -> Statement.Kind {
    try advance()
    let condition = try expression()
    try expect(.do)
    let body = try block(isLoop: true)
    try expect(.end)
    return .whileLoop(condition, body)
  }

  /// The condition may use the local variables of the loop's body.
  private mutating func repeatLoop() throws(LuaSyntaxError) -> Statement.Kind {
    try advance()
    scopes.beginBlock(isLoop: true)
    scopes.beginBlock()
    let body = try statements()
    try expect(.until)
    let condition = try expression()
    scopes.endBlock()
    scopes.endBlock()
    return .repeatLoop(body, until: condition)
  }

  private mutating func loop() throws(LuaSyntaxError) -> Statement.Kind {
    try advance()
    var names = [try identifier()]
    if try take("=") {
      let from = try expression()
      try expect(",")
      let to = try expression()
      let step = try take(",") ? expression() : nil
      let (ids, body) = try loopBody(names)
      return .numericLoop(ids[0], from: from, to: to, step: step, body)
    }
    while try take(",") { names.append(try identifier()) }
    try expect(.in)
    let values = try expressions()
    let (ids, body) = try loopBody(names)
    return .genericLoop(ids, values, body)
  }

  private mutating func loopBody(_ names: [Identifier]) throws(LuaSyntaxError) -> ([Local.ID], Block) {
    try expect(.do)
    scopes.beginBlock(isLoop: true)
    let ids = names.map { scopes.declare($0) }
    let body = try block()
    scopes.endBlock()
    try expect(.end)
    return (ids, body)
  }

  private mutating func function() throws(LuaSyntaxError) -> Statement.Kind {
    try advance()
    let first = try identifier()
    var target = name(first)
    while isAt(".") || isAt(":") {
      let isMethod = isAt(":")
      try advance()
      target = index(target, try identifier())
      try grow()
      if isMethod { return .function(target, try functionBody(with: first.position)) }
    }
    try checkTarget(target)
    return .function(target, try functionBody())
  }

  private mutating func localFunction() throws(LuaSyntaxError) -> Statement.Kind {
    // The function's body may use its name, so the name is declared first.
    let id = scopes.declare(try identifier())
    return .localFunction(id, try functionBody())
  }

  private mutating func local() throws(LuaSyntaxError) -> Statement.Kind {
    var ids: [Local.ID] = []
    repeat {
      let name = try identifier()
      var attribute: Local.Attribute?
      if try take("<") {
        let word = try identifier()
        attribute = Local.Attribute(rawValue: word.text)
        if attribute == nil {
          throw LuaSyntaxError(text: "unknown attribute '\(word.text)'", position: word.position)
        }
        try expect(">")
      }
      if attribute == .close, ids.contains(where: { scopes.locals[$0].attribute == .close }) {
        throw LuaSyntaxError(text: "multiple to-be-closed variables in local list", position: name.position)
      }
      ids.append(scopes.reserve(name, attribute))
    } while try take(",")
    let values = try take("=") ? expressions() : []
    for id in ids { scopes.activate(id) }
    return .local(ids, values)
  }

  private mutating func answer() throws(LuaSyntaxError) -> Statement.Kind {
    try advance()
    let values = endsBlock(withUntil: true) || isAt(";") ? [] : try expressions()
    _ = try take(";")
    guard endsBlock(withUntil: true) else { throw expected("<eof>") }
    return .answer(values)
  }
}
