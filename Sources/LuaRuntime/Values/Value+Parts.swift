extension Value {
  /// A string to print: bytes that are not UTF-8 become `\xNN`. nil for any other value.
  package var printedText: String? { if case .bytes(let bytes) = self { String(escaping: bytes) } else { text } }
  @inlinable package var text: String? { if case .string(let text) = self { text } else { nil } }
  /// The value as a Double, for an integer or a float.
  @inlinable package var double: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    default: nil
    }
  }
  @inlinable package var integer: Int? { if case .integer(let number) = self { Int(number) } else { nil } }
  @inlinable package var items: [Value] { if case .list(let items) = self { items } else { [] } }
  @inlinable package var texts: [String] { if case .list(let items) = self { items.compactMap(\.text) } else { [] } }
  /// The entries of a map; empty for any other value.
  @inlinable package var fields: Record { if case .map(let fields) = self { fields } else { [:] } }
}
