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

  /// Reads the entries of the one map that a text is, written exactly. The value of the key `unread` is checked and not read:
  /// its place is returned, nil if there is no such key.
  package static func entries(
    of bytes: [UInt8], except unread: String
  ) throws(JSONProblem) -> (values: [(key: String, value: Value)], place: Range<Int>?) {
    try read(bytes, in: bytes.indices, isExact: true) { scanner throws(JSONFault) in
      guard scanner.next() == UInt8(ascii: "{") else { throw scanner.expected("a map") }
      var (values, place): ([(key: String, value: Value)], Range<Int>?) = ([], nil)
      try scanner.members { scanner, name throws(JSONFault) in
        let key = scanner.unescaped(name)
        guard key == unread else { return values.append((key, try scanner.plainValue(isExact: true))) }
        _ = scanner.next()
        let start = scanner.position
        try scanner.value()
        place = start..<scanner.position
      }
      return (values, place)
    }
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
