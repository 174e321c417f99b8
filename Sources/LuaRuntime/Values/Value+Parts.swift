extension Value {
  /// A string to print: bytes that are not UTF-8 become `\xNN`. nil for any other value.
  package var printedText: String? { if case .bytes(let bytes) = self { String(escaping: bytes) } else { text } }
  /// The string; nil for any other value, also for bytes that are not UTF-8.
  @inlinable public var text: String? { if case .string(let text) = self { text } else { nil } }
  /// An integer or a float as a Double; nil for any other value.
  @inlinable public var double: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    default: nil
    }
  }
  /// The integer; nil for any other value, also for a float such as 2.0.
  @inlinable public var integer: Int? { if case .integer(let number) = self { Int(number) } else { nil } }
  /// The items of a list; empty for any other value.
  @inlinable public var items: [Value] { if case .list(let items) = self { items } else { [] } }
  @inlinable package var texts: [String] { if case .list(let items) = self { items.compactMap(\.text) } else { [] } }
  /// The entries of a map; empty for any other value.
  @inlinable public var fields: Record { if case .map(let fields) = self { fields } else { [:] } }
}
