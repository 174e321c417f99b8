import JSONSyntax
import UDF

extension JSONScanner {
  /// Reads an object with a key field. Returns its key and its range.
  mutating func row(key field: String) throws(JSONFault) -> (key: EntityKey, range: Range<Int>) {
    guard next() == UInt8(ascii: "{") else { throw expected("a row, as in {\(field.debugDescription): …}") }
    let start = position
    var found: EntityKey?
    try members { scanner, name throws(JSONFault) in
      guard scanner.holds(field, in: name) else { return try scanner.value() }
      guard found == nil else {
        throw JSONFault(position: name.lowerBound, reason: "the row has two fields \(field.debugDescription)")
      }
      found = try scanner.key()
    }
    guard let found else {
      throw JSONFault(position: start, reason: "the row has no field \(field.debugDescription) to hold its key")
    }
    return (found, start..<position)
  }

  /// Reads a key: a string or an integer.
  mutating func key() throws(JSONFault) -> EntityKey {
    guard next() == UInt8(ascii: "\"") else { return EntityKey(String(try integer("a key, a string or an integer"))) }
    let range = try string()
    guard range.count > 2 else { throw JSONFault(position: range.lowerBound, reason: "the key is empty") }
    return EntityKey(unescaped(range))
  }

  mutating func integer(_ what: String) throws(JSONFault) -> Int64 {
    guard let byte = next(), byte == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else {
      throw expected(what)
    }
    let (range, isInteger) = try number()
    guard isInteger, let integer = Int64(text(range)) else {
      throw JSONFault(position: range.lowerBound, reason: "expected \(what), got \(text(range).prefix(40))")
    }
    return integer
  }

  private func holds(_ field: String, in name: Range<Int>) -> Bool {
    let inner = bytes[name].dropFirst().dropLast()
    guard inner.contains(UInt8(ascii: "\\")) else { return inner.elementsEqual(field.utf8) }
    return unescaped(name).utf8.elementsEqual(field.utf8)
  }
}
