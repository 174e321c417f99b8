/// Where a source is no Lua, and why.
public struct LuaSyntaxError: Error, Equatable, Sendable {
  public let text: String
  public let position: SourcePosition
}
