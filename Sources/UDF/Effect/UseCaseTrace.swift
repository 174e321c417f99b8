/// An output of a use case, for logs.
///
///     store.onOutput = { trace in print(trace.useCase, trace.output) }
public struct UseCaseTrace: Sendable, CustomStringConvertible {
  /// The name of the use case.
  public let useCase: String
  /// The output.
  public let output: any UseCaseOutput

  public var description: String { "\(useCase): \(output)" }
}
