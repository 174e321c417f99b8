/// The text of a ``JSONCache``'s file: a JSON list with a line for each part, the part's checksum before it.
struct JSONDocument {
  enum Part: Int, CaseIterable { case head, outbox, deadLetters, rows }

  private var parts: [Part: [UInt8]] = [:]

  /// Parts as JSON on one line each.
  init(_ parts: [Part: [UInt8]]) { self.parts = parts }

  /// Parts of a text that are as they were written.
  init(_ text: [UInt8]) {
    let lines = text.split(separator: UInt8(ascii: "\n"))
    for (part, line) in zip(Part.allCases, lines) {
      let json = Array(line.dropFirst(JSONDocument.mark(part, []).count))
      if line.starts(with: JSONDocument.mark(part, json)) { parts[part] = json }
    }
  }

  subscript(_ part: Part) -> [UInt8]? { parts[part] }

  var bytes: [UInt8] {
    Part.allCases.flatMap { part in
      let json = parts[part] ?? []
      return JSONDocument.mark(part, json) + json + [UInt8(ascii: "\n")]
    } + Array("]\n".utf8)
  }

  /// What stands before a part.
  private static func mark(_ part: Part, _ json: [UInt8]) -> [UInt8] {
    var checksum = Checksum()
    // So that no part is taken for another when two lines have run together.
    checksum.add(Int64(part.rawValue))
    json.withUnsafeBytes { checksum.add($0) }
    let digits = String(checksum.value, radix: 16)
    let zeros = String(repeating: "0", count: 16 - digits.count)
    return Array("\(part == .head ? "[" : ",")\"\(zeros)\(digits)\",".utf8)
  }
}
