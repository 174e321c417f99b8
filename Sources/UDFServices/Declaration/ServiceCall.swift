import LuaRuntime

/// A call of a service by a script, with checked arguments.
public struct ServiceCall: Sendable {
  public let service: String
  public let method: String
  /// The arguments by name, without optional ones that the script omitted.
  public let arguments: Record
  /// The type of the action whose effect made the call, such as `users/load`; nil at the prompt.
  public let cause: String?

  public init(service: String, method: String, arguments: Record, cause: String? = nil) {
    self.service = service
    self.method = method
    self.arguments = arguments
    self.cause = cause
  }

  /// An argument; `.none` if it was omitted.
  public subscript(name: String) -> Value { arguments[name] }

  /// A string argument, with invalid UTF-8 replaced by U+FFFD; empty if it was omitted.
  public func string(_ name: String) -> String { String(decoding: bytes(name), as: UTF8.self) }

  /// A string argument that is a name, such as a path or a key; empty if it was omitted. Throws a ``ServiceError`` for invalid UTF-8,
  /// because replaced bytes would make it a different name.
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

  /// The bytes of a string argument; empty if it was omitted.
  public func bytes(_ name: String) -> [UInt8] {
    switch self[name] {
    case .string(let text): Array(text.utf8)
    case .bytes(let bytes): bytes
    default: []
    }
  }

  /// A number argument; nil if it was omitted.
  public func number(_ name: String) -> Double? { self[name].double }

  /// An integer argument; nil if it was omitted.
  public func integer(_ name: String) -> Int? {
    switch self[name] {
    case .integer(let integer): Int(integer)
    case .number(let number): Int(exactly: number)
    default: nil
    }
  }

  /// Decodes all arguments as a `Decodable` type.
  public func decoded<Arguments: Decodable>(as type: Arguments.Type = Arguments.self) throws -> Arguments {
    try ValueDecoder().decode(type, from: .map(arguments))
  }
}
