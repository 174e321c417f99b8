import JSONSyntax
import UDF

/// The fields of a row that hold keys: its own, and those of other rows of the collection, one or a list of them.
struct KeyFields {
  private let names: [String]

  init(_ names: [String]) { self.names = names }

  init(of collection: SyncCollection) { names = [collection.key] + collection.references }

  /// The keys in a row or a patch, and where they are; none if it is no JSON object.
  func keys(in body: [UInt8]) -> [(key: EntityKey, range: Range<Int>)] {
    var scanner = JSONScanner(body, in: body.indices)
    var found: [(key: EntityKey, range: Range<Int>)] = []
    func note(_ scanner: inout JSONScanner) throws(JSONFault) {
      let first = scanner.next()
      let start = scanner.position
      try scanner.value()
      let range = start..<scanner.position
      switch first {
      case UInt8(ascii: "\""): found.append((EntityKey(scanner.unescaped(range)), range))
      case UInt8(ascii: "-"), .some(UInt8(ascii: "0")...UInt8(ascii: "9")):
        found.append((EntityKey(scanner.text(range)), range))
      default: break
      }
    }
    do throws(JSONFault) {
      try scanner.members { scanner, name throws(JSONFault) in
        guard names.contains(scanner.unescaped(name)) else { return try scanner.value() }
        guard scanner.next() == UInt8(ascii: "[") else { return try note(&scanner) }
        try scanner.items { scanner throws(JSONFault) in try note(&scanner) }
      }
    } catch {
      return []
    }
    return found
  }

  /// A row or a patch with new keys in the place of old ones; nil if it holds no old one.
  func renamed(_ body: [UInt8], by aliases: KeyAliases) -> [UInt8]? {
    let old = keys(in: body).compactMap { found in aliases[found.key].map { (found.range, $0.new.json) } }
    guard !old.isEmpty else { return nil }
    var body = body
    for (range, json) in old.reversed() { body.replaceSubrange(range, with: json) }
    return body
  }
}
