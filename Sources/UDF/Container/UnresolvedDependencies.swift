/// All that a container was asked for in advance and could not make.
public struct UnresolvedDependencies: Error, CustomStringConvertible {
  /// One that could not be made.
  public struct Problem: Sendable {
    /// The qualified name of its type.
    public let type: String
    /// Why it could not be made, in a few words.
    public let reason: String
  }

  /// Each type once, in the order in which they were required.
  public let problems: [Problem]
  /// The text for a person, several lines.
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
