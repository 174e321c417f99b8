/// A function: its parameters and its statements.
public struct FunctionBody: Equatable, Sendable {
  /// The number of a function in the order in which functions begin, from 1. The file itself is 0.
  public typealias ID = Int

  public let id: ID
  /// The numbers of this function and of all functions inside it.
  public let functions: ClosedRange<ID>
  /// The parameters; `self` is the first if the function is declared with a colon.
  public let parameters: [Local.ID]
  public let isVariadic: Bool
  public let body: Block
}
