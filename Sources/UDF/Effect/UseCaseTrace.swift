/// An output of a use case, for logs.
///
///     store.onOutput = { trace in print(trace.useCase, trace.output) }
public struct UseCaseTrace: Sendable, CustomStringConvertible {
  /// The name of the use case.
  public let useCase: String
  /// The output.
  public let output: any UseCaseOutput

  /// The name of the output's case, without associated values, which may be long or secret.
  package var outputName: String {
    let (name, type) = (Misuse.name(of: output), "\(type(of: output)).")
    return name.hasPrefix(type) ? String(name.dropFirst(type.count)) : name
  }

  public var description: String { "\(useCase): \(output)" }
}
