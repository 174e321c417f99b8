/// A JSON value.
package enum JSON: Codable, Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case list([JSON])
  case object([String: JSON])

  package init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let bool = try? value.decode(Bool.self) {
      self = .bool(bool)
    } else if let integer = try? value.decode(Int64.self) {
      self = .integer(integer)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let text = try? value.decode(String.self) {
      self = .string(text)
    } else if let items = try? value.decode([JSON].self) {
      self = .list(items)
    } else {
      self = .object(try value.decode([String: JSON].self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .null: try value.encodeNil()
    case .bool(let bool): try value.encode(bool)
    case .integer(let integer): try value.encode(integer)
    case .number(let number): try value.encode(number)
    case .string(let text): try value.encode(text)
    case .list(let items): try value.encode(items)
    case .object(let members): try value.encode(members)
    }
  }

  /// This with a patch merged into it, as RFC 7396 says: null takes a member away.
  func merged(with patch: JSON) -> JSON {
    guard case .object(let changes) = patch else { return patch }
    var members: [String: JSON] = if case .object(let members) = self { members } else { [:] }
    for (name, change) in changes {
      members[name] = change == .null ? nil : (members[name] ?? .null).merged(with: change)
    }
    return .object(members)
  }
}
