import Foundation

extension RowFilter {
  /// A value that a field of a row may have.
  public enum Value: Sendable, Hashable {
    case boolean(Bool)
    case integer(Int64)
    case string(String)

    var json: String {
      switch self {
      case .boolean(let flag): return "\(flag)"
      case .integer(let number): return "\(number)"
      case .string(let text):
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        // Encoding a string never fails.
        return String(decoding: (try? encoder.encode(text)) ?? Data(), as: UTF8.self)
      }
    }

    var rowValue: RowValue {
      switch self {
      case .boolean(let flag): .boolean(flag)
      // The text of an integer is always valid JSON.
      case .integer(let number): (try? RowValue(Array("\(number)".utf8))) ?? .null
      case .string(let text): .string(Array(text.utf8))
      }
    }
  }
}

extension RowFilter.Value: Comparable {
  public static func < (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.boolean(let left), .boolean(let right)): !left && right
    case (.integer(let left), .integer(let right)): left < right
    case (.string(let left), .string(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
    case (.boolean, _), (.integer, .string): true
    default: false
    }
  }
}

extension RowFilter.Value: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let flag = try? container.decode(Bool.self) {
      self = .boolean(flag)
    } else if let number = try? container.decode(Int64.self) {
      self = .integer(number)
    } else {
      self = .string(try container.decode(String.self))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .boolean(let flag): try container.encode(flag)
    case .integer(let number): try container.encode(number)
    case .string(let text): try container.encode(text)
    }
  }
}

extension RowFilter.Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
  public init(stringLiteral value: String) { self = .string(value) }
  public init(integerLiteral value: Int64) { self = .integer(value) }
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
}
