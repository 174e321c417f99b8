import Foundation
import JSONSyntax

/// The parameters of a collection: fields of a row and the values that each of them may have.
///
///     let filter: RowFilter = ["category": "fruit", "year": 2026]
///     let several = RowFilter(["category": ["fruit", "veg"]])
///
/// A row matches if each of the fields has one of its values. Values are compared as JSON, so `1.0` equals `1`. A row
/// without one of the fields does not match. A field without values matches no row.
public struct RowFilter: Sendable, Hashable {
  /// Matches every row.
  public static let all = RowFilter([:])

  /// The values of each field, in ascending order and each once.
  public let fields: [String: [Value]]
  /// The same values, by the UTF-8 bytes of the field names.
  private let wanted: [[UInt8]: Set<RowValue>]

  public init(_ fields: [String: [Value]]) {
    self.fields = fields.mapValues { Set($0).sorted() }
    let pairs = fields.map { (Array($0.utf8), Set($1.map(\.rowValue))) }
    wanted = Dictionary(pairs) { $0.intersection($1) }
  }

  public var isAll: Bool { fields.isEmpty }

  /// Whether a row matches. A text that is not a JSON object matches only ``all``.
  public func matches(_ row: [UInt8]) -> Bool {
    if isAll { return true }
    var scanner = JSONScanner(row, in: row.indices)
    var found: [[UInt8]: RowValue] = [:]
    do throws(JSONFault) {
      try scanner.members { scanner, name throws(JSONFault) in
        let name = Array(scanner.unescaped(name).utf8)
        _ = scanner.next()
        let start = scanner.position
        try scanner.value()
        // If two members have the same name, the later one counts.
        if wanted[name] != nil { found[name] = try RowValue(Array(row[start..<scanner.position])) }
      }
    } catch {
      return false
    }
    return wanted.allSatisfy { name, values in found[name].map(values.contains) ?? false }
  }

  /// Whether every row that matches the other filter matches this one.
  func covers(_ other: RowFilter) -> Bool {
    fields.allSatisfy { name, values in other.fields[name].map { Set(values).isSuperset(of: $0) } ?? false }
  }

  /// The filter as one JSON object. Equal filters have equal texts: fields and values are in ascending order by their
  /// bytes, a single value is not in a list, and there is no white space.
  public var json: String {
    let members = fields.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { name, values in
      let texts = values.map(\.json)
      return "\(Value.string(name).json):\(texts.count == 1 ? texts[0] : "[\(texts.joined(separator: ","))]")"
    }
    return "{\(members.joined(separator: ","))}"
  }

  public static func == (left: RowFilter, right: RowFilter) -> Bool { left.fields == right.fields }

  public func hash(into hasher: inout Hasher) { hasher.combine(fields) }
}

extension RowFilter: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (String, Value)...) {
    self.init(Dictionary(elements.map { ($0, [$1]) }, uniquingKeysWith: +))
  }
}

extension RowFilter: Codable {
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode([String: [Value]].self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(fields)
  }
}

extension RowFilter: CustomStringConvertible {
  public var description: String { json }
}
