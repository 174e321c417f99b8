/// The required dependencies that a container cannot make.
///
///     do {
///       try core.resolve()
///     } catch let error as UnresolvedDependencies {
///       print(error.problems.map { "\($0.type): \($0.reason)" })
///     }
public struct UnresolvedDependencies: Error, CustomStringConvertible {
  /// A dependency that could not be made.
  public struct Problem: Sendable {
    /// The qualified name of its type.
    public let type: String
    /// The reason in a few words.
    public let reason: String
  }

  /// The problems in the order of the requirements, one for each type.
  public let problems: [Problem]
  /// The text for people, several lines.
  public let description: String

  init(core: Any.Type, problems: [Problem], required: Int) {
    self.problems = problems
    description = """
      \(core): \(problems.count) of \(required) dependencies cannot be made
      \(problems.map { "  \($0.type): \($0.reason)" }.joined(separator: "\n"))
        Nothing was started.
        To fix this, register what is not there before \(core) is resolved, or declare its factory in \(core).
      """
  }
}

extension UnresolvedDependencies.Problem {
  init(_ type: Any.Type, _ error: any Error) {
    self.type = String(reflecting: type)
    switch error {
    case let missing as ServiceNotFound where missing.type == self.type: reason = "not registered"
    case let missing as ServiceNotFound: reason = "needs \(missing.type), which is not registered"
    case let cycle as CyclicDependency: reason = "needs itself: \(cycle.arrows)"
    default: reason = "\(error)"
    }
  }
}
