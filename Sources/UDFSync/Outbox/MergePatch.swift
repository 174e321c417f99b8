import JSONSyntax

/// JSON Merge Patch (RFC 7396): members of a patch replace the row's members, objects are merged, and `null` removes a
/// member.
///
/// Values that are not merged keep their bytes, so that 1.0 does not become 1.
enum MergePatch {
  private typealias Bytes = ArraySlice<UInt8>
  /// The label is the name as it is written in the JSON text.
  private typealias Member = (name: [UInt8], label: Bytes, value: Bytes)

  private static let empty = Array("{}".utf8)[...]

  /// Applies a patch to a row; each is one JSON object in UTF-8.
  static func merge(_ row: [UInt8], _ patch: [UInt8]) throws(JSONFault) -> [UInt8] {
    try merge(row[...], patch[...])
  }

  private static func merge(_ row: Bytes, _ patch: Bytes) throws(JSONFault) -> [UInt8] {
    let old = try members(of: row)
    let new = try members(of: patch)
    // If two members have the same name, the later one counts.
    var changes = Dictionary(new.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    var merged = [UInt8(ascii: "{")]
    func add(_ label: Bytes, _ value: Bytes?) {
      guard let value else { return }
      if merged.count > 1 { merged.append(UInt8(ascii: ",")) }
      merged += label
      merged.append(UInt8(ascii: ":"))
      merged += value
    }
    for member in old { add(member.label, try changed(member.value, by: changes[member.name])) }
    for member in old { changes[member.name] = nil }
    for member in new {
      if let change = changes.removeValue(forKey: member.name) { add(member.label, try changed(empty, by: change)) }
    }
    merged.append(UInt8(ascii: "}"))
    return merged
  }

  /// Applies a member of the patch to a value of the row; nil if it removes the value.
  private static func changed(_ value: Bytes, by change: Bytes?) throws(JSONFault) -> Bytes? {
    guard let change else { return value }
    switch change.first {
    case UInt8(ascii: "n"): return nil
    case UInt8(ascii: "{"): return try merge(value.first == UInt8(ascii: "{") ? value : empty, change)[...]
    default: return change
    }
  }

  private static func members(of object: Bytes) throws(JSONFault) -> [Member] {
    let bytes = Array(object)
    var scanner = JSONScanner(bytes, in: bytes.indices)
    var members: [Member] = []
    try scanner.members { scanner, name throws(JSONFault) in
      _ = scanner.next()
      let start = scanner.position
      try scanner.value()
      members.append((Array(scanner.unescaped(name).utf8), bytes[name], bytes[start..<scanner.position]))
    }
    try scanner.finish()
    return members
  }
}
