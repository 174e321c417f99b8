import JSONSyntax
import LuaRuntime

/// Reads JSON as plain data: integers and floats stay apart, `[]` is a list and `{}` a map, null stays null.
///
/// Foundation's reader has one kind of number and accepts input that is not JSON.
package enum JSONReader {
  /// All plain data, with what a session or a saved state has around it.
  private static let exactDepthLimit = 220

  /// The one value that a text in UTF-8 is; `isExact` as ``JSONWriter`` has written it.
  package static func value(of bytes: [UInt8], isExact: Bool = false) throws(JSONProblem) -> Value {
    let bytes = ByteOrderMark.removed(from: bytes)
    return try read(bytes, in: bytes.indices, isExact: isExact) { scanner throws(JSONFault) in
      try scanner.plainValue(isExact: isExact)
    }
  }

  /// The entries of the one map that a text is, with the places of their values, which are scanned and not read.
  package static func entries(of bytes: [UInt8]) throws(JSONProblem) -> [(key: String, value: Range<Int>)] {
    try read(bytes, in: bytes.indices, isExact: true) { scanner throws(JSONFault) in
      guard scanner.next() == UInt8(ascii: "{") else { throw scanner.expected("a map") }
      var entries: [(key: String, value: Range<Int>)] = []
      try scanner.members { scanner, name throws(JSONFault) in
        _ = scanner.next()
        let start = scanner.position
        try scanner.value()
        entries.append((scanner.unescaped(name), start..<scanner.position))
      }
      return entries
    }
  }

  /// The value at a place that ``entries(of:)`` has given, written exactly.
  package static func value(of bytes: [UInt8], at place: Range<Int>) throws(JSONProblem) -> Value {
    try read(bytes, in: place, isExact: true) { scanner throws(JSONFault) in try scanner.plainValue(isExact: true) }
  }

  private static func read<Answer>(
    _ bytes: [UInt8], in place: Range<Int>, isExact: Bool, _ body: (inout JSONScanner) throws(JSONFault) -> Answer
  ) throws(JSONProblem) -> Answer {
    var scanner = JSONScanner(
      bytes, in: place, depthLimit: isExact ? exactDepthLimit : JSONScanner.depthLimit, words: .text)
    do throws(JSONFault) {
      let answer = try body(&scanner)
      try scanner.finish()
      return answer
    } catch {
      throw JSONProblem(error, in: bytes)
    }
  }
}
