/// Parses a file from its first token to its last. Throws at the first error.
struct Parser {
  /// The maximum nesting depth of statements and expressions, as in Lua.
  static let maxDepth = 200
  /// The maximum number of operators, fields and calls in a row in one expression. Code that walks the tree recurses as deeply.
  static let maxHeight = 400

  var scopes = Scopes()
  var token: Token
  private var lexer: Lexer
  private var next: Token?
  private var depth = 0
  /// The height of the tallest part of the expression or statement that is being parsed.
  private var height = 0

  init(_ source: [UInt8]) throws(LuaSyntaxError) {
    lexer = Lexer(source)
    token = try lexer.next()
  }

  mutating func chunk() throws(LuaSyntaxError) -> Block {
    _ = scopes.beginFunction(isVariadic: true)
    let block = try statements()
    guard token.kind == .end else { throw expected("<eof>") }
    try scopes.endFunction()
    return block
  }

  // MARK: depth

  /// Calls `read` one level deeper; throws at more than `maxDepth` levels.
  mutating func nested<Part>(
    _ read: (inout Parser) throws(LuaSyntaxError) -> Part
  ) throws(LuaSyntaxError) -> Part {
    guard depth < Parser.maxDepth else { throw error("nested too deeply") }
    let outer = height
    depth += 1
    height = 0
    let part = try read(&self)
    depth -= 1
    height = max(outer, height + 1)
    return part
  }

  /// Counts one more level in the tree: the expression that was just parsed becomes a part of the next one.
  mutating func grow() throws(LuaSyntaxError) {
    height += 1
    guard height > Parser.maxHeight else { return }
    throw LuaSyntaxError(
      text: "an expression of more than \(Parser.maxHeight) parts in a row", position: token.position, isLimit: true)
  }

  // MARK: tokens

  mutating func advance() throws(LuaSyntaxError) {
    token = if let next { next } else { try lexer.next() }
    next = nil
  }

  mutating func peek() throws(LuaSyntaxError) -> Token {
    let following = if let next { next } else { try lexer.next() }
    next = following
    return following
  }

  func isAt(_ symbol: String) -> Bool { token.kind == .symbol(symbol) }

  func isAt(_ keyword: Keyword) -> Bool { token.kind == .keyword(keyword) }

  mutating func take(_ symbol: String) throws(LuaSyntaxError) -> Bool {
    guard isAt(symbol) else { return false }
    try advance()
    return true
  }

  mutating func take(_ keyword: Keyword) throws(LuaSyntaxError) -> Bool {
    guard isAt(keyword) else { return false }
    try advance()
    return true
  }

  mutating func expect(_ symbol: String) throws(LuaSyntaxError) {
    guard try take(symbol) else { throw expected(symbol) }
  }

  mutating func expect(_ keyword: Keyword) throws(LuaSyntaxError) {
    guard try take(keyword) else { throw expected(keyword.rawValue) }
  }

  mutating func identifier() throws(LuaSyntaxError) -> Identifier {
    guard case .name(let text) = token.kind else { throw expected("<name>") }
    let name = Identifier(text: text, position: token.position)
    try advance()
    return name
  }

  func expected(_ what: String) -> LuaSyntaxError {
    error(what.hasPrefix("<") ? "\(what) expected" : "'\(what)' expected")
  }

  func error(_ text: String) -> LuaSyntaxError { LuaSyntaxError(text: text, position: token.position) }
}
