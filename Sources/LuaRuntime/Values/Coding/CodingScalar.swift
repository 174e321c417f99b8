/// A type whose values are one scalar of plain data, so that they need no coder of their own.
protocol CodingScalar {
  /// The type's name in errors: `an integer`.
  static var noun: String { get }
  /// nil if plain data cannot hold the value.
  var plain: Value? { get }
  /// nil if `plain` is not a value of the type.
  init?(plain: Value)
  /// The error for a `plain` that is not a value of the type.
  static func problem(with plain: Value) -> String
}

extension CodingScalar {
  static func problem(with plain: Value) -> String { "must be \(noun), got \(plain.shown)" }
}

extension Bool: CodingScalar {
  static var noun: String { "a boolean" }
  var plain: Value? { .boolean(self) }
  init?(plain: Value) {
    guard case .boolean(let flag) = plain else { return nil }
    self = flag
  }
}

extension String: CodingScalar {
  static var noun: String { "a string" }
  var plain: Value? { .string(self) }
  init?(plain: Value) {
    guard case .string(let text) = plain else { return nil }
    self = text
  }

  static func problem(with plain: Value) -> String {
    guard case .bytes(let bytes) = plain else { return "must be \(noun), got \(plain.shown)" }
    return "must be a string of valid UTF-8; these \(bytes.count) bytes are not valid"
  }
}

extension CodingScalar where Self: BinaryFloatingPoint {
  static var noun: String { "a number" }
  var plain: Value? { .number(Double(self)) }
  init?(plain: Value) {
    switch plain {
    case .number(let number): self.init(number)
    case .integer(let number): self.init(number)
    default: return nil
    }
  }
}

extension CodingScalar where Self: FixedWidthInteger {
  static var noun: String { "an integer" }
  var plain: Value? { Int64(exactly: self).map(Value.integer) }
  init?(plain: Value) {
    switch plain {
    case .integer(let number): self.init(exactly: number)
    case .number(let number): self.init(exactly: number)
    default: return nil
    }
  }

  static func problem(with plain: Value) -> String {
    switch plain {
    case .integer: outOfRange(plain.shown)
    case .number(let number) where number == number.rounded() && number.isFinite: outOfRange(plain.shown)
    default: "must be \(noun), got \(plain.shown)"
    }
  }

  static func outOfRange(_ given: String) -> String { "must be an integer from \(min) to \(max), got \(given)" }
}

extension Double: CodingScalar {}
extension Float: CodingScalar {}
extension Int: CodingScalar {}
extension Int8: CodingScalar {}
extension Int16: CodingScalar {}
extension Int32: CodingScalar {}
extension Int64: CodingScalar {}
extension UInt: CodingScalar {}
extension UInt8: CodingScalar {}
extension UInt16: CodingScalar {}
extension UInt32: CodingScalar {}
extension UInt64: CodingScalar {}
