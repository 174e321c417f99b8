import JSONSyntax
import UDF

/// The fields of a row that contain keys: its own key field, and fields with the key or a list of keys of other rows.
struct KeyFields {
  /// The collection of the rows that each field identifies, by the field's name.
  private let collections: [String: String]

  init(_ collections: [String: String]) { self.collections = collections }

  /// Returns the keys in a row or a patch with their ranges; empty if the text is not a JSON object.
  func keys(in body: [UInt8]) -> [(key: RowKey, range: Range<Int>)] {
    var scanner = JSONScanner(body, in: body.indices)
    var found: [(key: RowKey, range: Range<Int>)] = []
    func note(_ scanner: inout JSONScanner, in collection: String) throws(JSONFault) {
      let first = scanner.next()
      let start = scanner.position
      try scanner.value()
      let range = start..<scanner.position
      switch first {
      case UInt8(ascii: "\""): found.append((RowKey(scanner.unescaped(range), in: collection), range))
      case UInt8(ascii: "-"), .some(UInt8(ascii: "0")...UInt8(ascii: "9")):
        found.append((RowKey(scanner.text(range), in: collection), range))
      default: break
      }
    }
    do throws(JSONFault) {
      try scanner.members { scanner, name throws(JSONFault) in
        guard let collection = collections[scanner.unescaped(name)] else { return try scanner.value() }
        guard scanner.next() == UInt8(ascii: "[") else { return try note(&scanner, in: collection) }
        try scanner.items { scanner throws(JSONFault) in try note(&scanner, in: collection) }
      }
    } catch {
      return []
    }
    return found
  }

  /// Returns a row or a patch with new keys in place of old ones; nil if it contains no old key.
  func renamed(_ body: [UInt8], by aliases: KeyAliases) -> [UInt8]? {
    let old = keys(in: body).compactMap { found in aliases[found.key].map { (found.range, $0.new.json) } }
    guard !old.isEmpty else { return nil }
    var body = body
    for (range, json) in old.reversed() { body.replaceSubrange(range, with: json) }
    return body
  }
}
