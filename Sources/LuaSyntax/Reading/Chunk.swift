/// A Lua 5.4 file as a syntax tree in which each name is resolved to a local variable or a global.
///
///     let chunk = try Chunk("local a = 1 return a + b".utf8)
///     chunk.locals.map(\.name)   // ["a"]
public struct Chunk: Equatable, Sendable {
  public let block: Block
  /// All local variables in the order of their declaration, including those of inner functions.
  public let locals: [Local]

  /// Parses a source, which may begin with a byte order mark and a `#!` line. Throws if Lua would reject the source, or if an
  /// expression has more than 400 operators, fields or calls in a row, because code that walks the tree recurses as deeply.
  public init(_ source: some Sequence<UInt8>) throws(LuaSyntaxError) {
    var parser = try Parser(Array(source))
    block = try parser.chunk()
    locals = parser.scopes.locals
  }
}
