/// One occurrence of a name, such as that of a field or method.
public struct Identifier: Equatable, Sendable {
  public let text: String
  public let position: SourcePosition
}
