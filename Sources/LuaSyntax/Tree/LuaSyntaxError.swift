/// Where a source is no Lua, and why.
public struct LuaSyntaxError: Error, Equatable, Sendable {
  public let text: String
  public let position: SourcePosition
  /// Whether only this reader refuses it, because it is longer than it can be looked at; Lua may take it.
  public var isLimit = false
}
