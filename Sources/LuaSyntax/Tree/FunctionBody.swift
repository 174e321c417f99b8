/// A function: its parameters and what it does.
public struct FunctionBody: Equatable, Sendable {
  /// Functions are numbered as they begin, from 1.
  public typealias ID = Int

  public let id: ID
  /// The functions that are written inside it, with itself.
  public let functions: ClosedRange<ID>
  /// With `self` first, if it is written with a colon.
  public let parameters: [Local.ID]
  public let takesMore: Bool
  public let body: Block
}
