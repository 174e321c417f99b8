/// Plain data as it crosses between Lua and Swift: state, actions, events, view states, arguments and results.
///
/// Integers and floats are different, as in Lua 5.4, so `1` and `1.0` are not equal. A string that is not valid UTF-8
/// keeps its bytes. Strings are compared byte by byte and not by Swift's canonical equivalence.
///
///     let action: Value = ["type": "counter/inc", "by": 2]
///     action["by"]        // .integer(2)
public enum Value: Sendable {
  /// Lua's `nil`: an absent value.
  case none
  /// `udf.null`: JSON's null, a value that is present.
  case null
  case boolean(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  /// A Lua string that is not valid UTF-8.
  case bytes([UInt8])
  case list([Value])
  case map(Record)
  /// The description of a value that is not plain data (`function: features/cart.lua:12`); only for display.
  case opaque(String)

  /// The value under `key` of a map; `.none` if there is none or this is not a map.
  public subscript(key: String) -> Value {
    if case .map(let record) = self { return record[key] }
    return .none
  }

  /// The item at a position, counted from 1 as in Lua; `.none` if there is none or this is not a list.
  public subscript(position: Int) -> Value {
    if case .list(let items) = self, position >= 1, position <= items.count { return items[position - 1] }
    return .none
  }

  /// The word for this kind of value in error messages: Lua's type names, and `list` for a list.
  public var kind: String {
    switch self {
    case .none: "nil"
    case .null: "null"
    case .boolean: "boolean"
    case .integer, .number: "number"
    case .string, .bytes: "string"
    case .list: "list"
    case .map: "table"
    case .opaque(let description): String(description.prefix { $0 != ":" })
    }
  }
}

extension Value: Equatable {
  public static func == (left: Value, right: Value) -> Bool {
    switch (left, right) {
    case (.none, .none), (.null, .null): true
    case (.boolean(let a), .boolean(let b)): a == b
    case (.integer(let a), .integer(let b)): a == b
    case (.number(let a), .number(let b)): a == b || (a.isNaN && b.isNaN)
    case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
    case (.bytes(let a), .bytes(let b)): a == b
    case (.list(let a), .list(let b)): a == b
    case (.map(let a), .map(let b)): a == b
    case (.opaque(let a), .opaque(let b)): a == b
    default: false
    }
  }
}

extension Value: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(nilLiteral: ()) { self = .none }
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
  public init(integerLiteral value: Int64) { self = .integer(value) }
  public init(floatLiteral value: Double) { self = .number(value) }
  public init(stringLiteral value: String) { self = .string(value) }
  public init(arrayLiteral elements: Value...) { self = .list(elements) }
  public init(dictionaryLiteral elements: (String, Value)...) { self = .map(Record(elements)) }
}
