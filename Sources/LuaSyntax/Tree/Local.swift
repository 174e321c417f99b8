/// A local variable: declared by `local`, a parameter, or the variable of a loop.
public struct Local: Equatable, Sendable {
  /// Its place in ``Chunk/locals``.
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
