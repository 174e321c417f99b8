/// A Lua 5.4 file as a tree, each name resolved to what it means.
///
///     let chunk = try Chunk("local a = 1 return a + b".utf8)
///     chunk.locals.map(\.name)   // ["a"]
public struct Chunk: Equatable, Sendable {
  public let block: Block
  /// All local variables, those of functions too, in the order of their declaration.
  public let locals: [Local]

  /// Reads a source, which may begin with a byte order mark and a `#!` line. Throws where Lua would refuse it, and at more than
  /// 400 operators, fields or calls in a row, which whoever walks the tree would have to follow.
  public init(_ source: some Sequence<UInt8>) throws(LuaSyntaxError) {
    var parser = try Parser(Array(source))
    block = try parser.chunk()
    locals = parser.scopes.locals
  }
}
