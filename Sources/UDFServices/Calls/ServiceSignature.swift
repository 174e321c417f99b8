import LuaRuntime

/// The parameters and the result type of a service method.
package struct ServiceSignature: Sendable {
  let service: String
  let method: String
  package let parameters: [(name: String, type: FieldType)]
  /// Whether scripts wait for the result, or for each value of the iterator.
  package let isAwaited: Bool
  /// The declared type of the result, or of each value of the iterator; nil if none is declared.
  private let type: FieldType?
  private let isStream: Bool

  init(_ method: ServiceMethod, of service: String) throws(ServiceError) {
    self.service = service
    self.method = method.name
    (isAwaited, isStream) =
      switch method.body {
      case .immediate: (false, false)
      case .awaiting: (true, false)
      case .streaming: (true, true)
      }
    do throws(FieldTypeError) {
      var parameters: [(String, FieldType)] = []
      for (name, type) in method.parameters { parameters.append((name, try FieldType(type))) }
      self.parameters = parameters
      type = method.result == .none ? nil : try FieldType(method.result)
    } catch {
      throw ServiceError(code: "load", message: "service \(service).\(method.name): \(error.text)")
    }
  }

  /// The signature as errors and the prompt show it: `files.read(path: string, limit: integer?) → string`.
  package var text: String {
    "\(service).\(method)(\(parameters.map { "\($0.name): \($0.type.text)" }.joined(separator: ", ")))\(result)"
  }

  private var result: String { type.map { " → \(isStream ? "iterator of " : "")\($0.text)" } ?? "" }

  /// Returns the result of the method. Throws a ``ServiceError`` if it does not have the declared type.
  func checked(_ value: Value) throws(ServiceError) -> Value {
    guard let problem = type?.problem(with: value, at: "") else { return value }
    let place = problem.path.isEmpty ? "it" : "its \(problem.path)"
    let what =
      problem.isUnknown
      ? "\(place) is not declared" : "\(place) must be \(problem.type.noun), and is \(problem.value.shown)"
    throw ServiceError(
      code: "result",
      message:
        "\(service).\(method): the result does not match the signature: \(what)\n  Signature: \(text)")
  }

  /// Returns the arguments by name. Throws a ``ServiceError`` if they do not match the parameters.
  package func bind(_ arguments: [Value]) throws(ServiceError) -> Record {
    let named = record(arguments)
    if arguments.count > parameters.count, named == nil {
      throw refusal(
        "it takes \(parameters.count == 1 ? "1 argument" : "\(parameters.count) arguments"), got \(arguments.count)")
    }
    let given = named ?? Record(zip(parameters.map(\.name), arguments))
    for (name, _) in given where !parameters.contains(where: { $0.name == name }) {
      throw refusal("unknown argument \(name).\(didYouMean(name, among: parameters.map(\.name)))")
    }
    for (name, type) in parameters {
      guard let problem = type.problem(with: given[name], at: name) else { continue }
      if problem.isUnknown { throw refusal("unknown field \(problem.path)") }
      if problem.value == .none { throw refusal("\(problem.path) is missing; it must be \(problem.type.noun)") }
      throw refusal("\(problem.path) must be \(problem.type.noun), got \(problem.value.shown)")
    }
    return given
  }

  /// The table of named arguments; nil if they are positional.
  private func record(_ arguments: [Value]) -> Record? {
    guard arguments.count == 1, case .map(let record) = arguments[0] else { return nil }
    if let first = parameters.first, first.type.problem(with: arguments[0], at: "") == nil {
      // For a parameter of type `any`, a table is always data, whatever its keys are.
      if first.type == .any { return nil }
      // The table is the first argument, unless it has all arguments by name.
      let isCall =
        record.allSatisfy { key, _ in parameters.contains { $0.name == key } }
        && parameters.allSatisfy { $0.type.problem(with: record[$0.name], at: $0.name) == nil }
      return !record.isEmpty && isCall ? record : nil
    }
    return record
  }

  private func refusal(_ problem: String) -> ServiceError {
    ServiceError(code: "arguments", message: "\(service).\(method): \(problem)\n  Signature: \(text)")
  }
}
