import UDFServices

extension UserFile {
  /// Returns the error of a failed read or write, with its consequence.
  package func error(_ problem: FileProblem, _ consequence: String) -> HostError {
    HostError(usage: "\(name): \(problem.reason)\n  \(consequence)")
  }
}
