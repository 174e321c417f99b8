import UDFHost

extension AppHost {
  /// Runs a chunk at the prompt; throws the error that it raises.
  func run(_ source: String) throws {
    if case .failed(let error) = evaluate(source, name: "udfbench") { throw error }
  }
}
