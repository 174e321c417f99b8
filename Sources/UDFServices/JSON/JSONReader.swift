import JSONSyntax
import LuaRuntime

/// Reads JSON as plain data. Integers and floats are different types, `[]` is a list, `{}` is a map, and null stays null.
///
/// Foundation's reader has one kind of number and accepts input that is not JSON.
package enum JSONReader {
  /// The maximum nesting of exact JSON: 200 levels of plain data, plus those that a session or a saved state adds around them.
  private static let exactDepthLimit = 220

  /// Reads a UTF-8 text that contains one value. With `isExact`, reads the exact form that ``JSONWriter`` writes.
  package static func value(of bytes: [UInt8], isExact: Bool = false) throws(JSONProblem) -> Value {
    let bytes = ByteOrderMark.removed(from: bytes)
    let memory = JSONMemory(of: bytes.indices)
    return try read(bytes, in: bytes.indices, isExact: isExact) { scanner throws(JSONFault) in
      try scanner.plainValue(isExact: isExact, memory)
    }
  }

  /// Reads the entries of a map in exact form. The value of the key `unread` is only checked; its byte range is returned as
  /// `place`, or nil if the key is missing.
  package static func entries(
    of bytes: [UInt8], except unread: String
  ) throws(JSONProblem) -> (values: [(key: String, value: Value)], place: Range<Int>?) {
    let memory = JSONMemory(of: bytes.indices)
    return try read(bytes, in: bytes.indices, isExact: true) { scanner throws(JSONFault) in
      guard scanner.next() == UInt8(ascii: "{") else { throw scanner.expected("a map") }
      var (values, place): ([(key: String, value: Value)], Range<Int>?) = ([], nil)
      try scanner.members { scanner, name throws(JSONFault) in
        let key = scanner.unescaped(name)
        guard key == unread else { return values.append((key, try scanner.plainValue(isExact: true, memory))) }
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
