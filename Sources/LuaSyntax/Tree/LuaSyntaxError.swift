/// A syntax error in a Lua source, and its position.
public struct LuaSyntaxError: Error, Equatable, Sendable {
  public let text: String
  public let position: SourcePosition
  /// Whether the source only exceeds a limit of this parser. Lua itself may accept it.
  public var isLimit = false
}
