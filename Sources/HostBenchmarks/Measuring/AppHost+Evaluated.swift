import UDFHost

extension AppHost {
  /// Runs a chunk at the prompt; throws what it raises.
  func run(_ source: String) throws {
    if case .failed(let error) = evaluate(source, name: "udfbench") { throw error }
  }
}
