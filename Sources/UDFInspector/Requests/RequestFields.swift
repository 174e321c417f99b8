import UDFHost

/// Reads the members of a request.
struct RequestFields {
  private let value: Value

  init(_ value: Value) { self.value = value }

  subscript(_ name: String) -> Value { value[name] }

  func text(_ name: String) throws(HostError) -> String {
    if case .string(let text) = value[name] { return text }
    throw refusal("\(name) must be a text")
  }

  func integer(_ name: String) throws(HostError) -> Int {
    if let number = try optionalInteger(name) { return number }
    throw refusal("\(name) must be an integer")
  }

  func optionalInteger(_ name: String) throws(HostError) -> Int? {
    switch value[name] {
    case .none, .null: return nil
    case .integer(let number): return Int(number)
    default: throw refusal("\(name) must be an integer")
    }
  }

  func refusal(_ problem: String) -> HostError { HostError(usage: "request: \(problem)") }
}
