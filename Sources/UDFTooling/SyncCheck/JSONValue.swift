import Foundation
import JSONSyntax

/// A JSON value for comparisons: numbers are compared by value, and objects without the order of their members.
enum JSONValue: Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case list([JSONValue])
  case object([String: JSONValue])

  /// Parses strict JSON. Throws what is wrong and where.
  init(_ bytes: [UInt8]) throws(JSONFault) {
    var scanner = JSONScanner(bytes, in: bytes.indices)
    try scanner.value()
    try scanner.finish()
    guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes)) else {
      throw JSONFault(position: 0, reason: "cannot be decoded")
    }
    self = value
  }

  var members: [String: JSONValue]? { if case .object(let members) = self { members } else { nil } }
  var items: [JSONValue]? { if case .list(let items) = self { items } else { nil } }
  var string: String? { if case .string(let string) = self { string } else { nil } }
  var integer: Int64? { if case .integer(let integer) = self { integer } else { nil } }
  var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }

  /// Compact JSON with sorted members.
  var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
  }
}

extension JSONValue: Equatable {
  static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.integer(let integer), .number(let number)), (.number(let number), .integer(let integer)):
      Double(integer) == number
    case (.string(let left), .string(let right)): left == right
    case (.list(let left), .list(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }
}

extension JSONValue: Codable {
  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let bool = try? value.decode(Bool.self) {
      self = .bool(bool)
    } else if let integer = try? value.decode(Int64.self) {
      self = .integer(integer)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let string = try? value.decode(String.self) {
      self = .string(string)
    } else if let items = try? value.decode([JSONValue].self) {
      self = .list(items)
    } else {
      self = .object(try value.decode([String: JSONValue].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .null: try value.encodeNil()
    case .bool(let bool): try value.encode(bool)
    case .integer(let integer): try value.encode(integer)
    case .number(let number): try value.encode(number)
    case .string(let string): try value.encode(string)
    case .list(let items): try value.encode(items)
    case .object(let members): try value.encode(members)
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral {
  init(stringLiteral string: String) { self = .string(string) }
}
