/// A local variable: one declared by `local`, a parameter, or a loop variable.
public struct Local: Equatable, Sendable {
  /// The index in ``Chunk/locals``.
  public typealias ID = Int

  public enum Attribute: String, Sendable {
    case constant = "const"
    case close
  }

  public let name: String
  public let position: SourcePosition
  public let attribute: Attribute?
  /// The function that declares it, 0 for the file itself.
  public let function: FunctionBody.ID
}
