import LuaRuntime

/// One call of a service by a script, its arguments checked.
public struct ServiceCall: Sendable {
  public let service: String
  public let method: String
  /// By name; one that may be left out and was is absent.
  public let arguments: Record
  /// The type of the action whose effect calls, `users/load`; nil at the prompt.
  public let cause: String?

  public init(service: String, method: String, arguments: Record, cause: String? = nil) {
    self.service = service
    self.method = method
    self.arguments = arguments
    self.cause = cause
  }

  /// An argument, `.none` if it was left out.
  public subscript(name: String) -> Value { arguments[name] }

  /// A string argument, with bytes that are no UTF-8 replaced; empty if it was left out.
  public func string(_ name: String) -> String { String(decoding: bytes(name), as: UTF8.self) }

  /// A string argument that names something, empty if it was left out. Throws what scripts are told if it is no UTF-8:
  /// with other bytes in their place it would name another thing.
  public func name(_ name: String) throws(ServiceError) -> String {
    let bytes = self.bytes(name)
    if let text = bytes.withUnsafeBytes({ String(utf8: $0) }) { return text }
    let shown = bytes.prefix(40).map { byte in
      (0x20...0x7E).contains(byte)
        ? String(Unicode.Scalar(byte)) : "\\x" + String(256 + Int(byte), radix: 16, uppercase: true).dropFirst()
    }
    throw ServiceError(
      code: "arguments", message: "\(service).\(method): \(name) must be valid UTF-8, got \"\(shown.joined())\"")
  }

  /// A string argument as it is, empty if it was left out.
  public func bytes(_ name: String) -> [UInt8] {
    switch self[name] {
    case .string(let text): Array(text.utf8)
    case .bytes(let bytes): bytes
    default: []
    }
  }

  /// A number, nil if it was left out.
  public func number(_ name: String) -> Double? { self[name].double }

  /// A whole number, nil if it was left out.
  public func integer(_ name: String) -> Int? {
    switch self[name] {
    case .integer(let integer): Int(integer)
    case .number(let number): Int(exactly: number)
    default: nil
    }
  }

  /// All arguments as a type of yours.
  public func decoded<Arguments: Decodable>(as type: Arguments.Type = Arguments.self) throws -> Arguments {
    try ValueDecoder().decode(type, from: .map(arguments))
  }
}
