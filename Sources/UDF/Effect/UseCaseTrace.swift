/// One output of a use case, as it passed.
public struct UseCaseTrace: Sendable, CustomStringConvertible {
  /// The name of the use case.
  public let useCase: String
  /// What it said.
  public let output: any UseCaseOutput

  public var description: String { "\(useCase): \(output)" }
}
