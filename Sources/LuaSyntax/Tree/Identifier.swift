/// A name as it is written at one place: that of a field or method.
public struct Identifier: Equatable, Sendable {
  public let text: String
  public let position: SourcePosition
}
