/// Decodes the parts of one link, and makes its errors.
struct LinkDecoder {
  let text: String
  let kind: LinkError.Kind

  func path(_ bytes: Link.Bytes) throws(LinkError) -> [String] {
    var path: [String] = []
    for part in bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst() {
      path.append(try decode(part, plusIsSpace: false))
    }
    if path.last == "" { path.removeLast() }
    return path
  }

  func pairs(_ bytes: Link.Bytes) throws(LinkError) -> [String: String] {
    var pairs: [String: String] = [:]
    for pair in bytes.split(separator: UInt8(ascii: "&")) {
      let name = try decode(pair.prefix { $0 != UInt8(ascii: "=") }, plusIsSpace: true)
      let value = try decode(pair.drop { $0 != UInt8(ascii: "=") }.dropFirst(), plusIsSpace: true)
      guard pairs.updateValue(value, forKey: name) == nil else {
        throw LinkError(kind, text, "its query gives \(name) twice", fix: "give each name one value")
      }
    }
    return pairs
  }

  private func decode(_ part: Link.Bytes, plusIsSpace: Bool) throws(LinkError) -> String {
    var bytes: [UInt8] = []
    var rest = part
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "%"):
        let digits = rest.prefix(2).compactMap(\.hexadecimalValue)
        guard digits.count == 2 else {
          throw LinkError(
            kind, text, "a % in \"\(Substring(part))\" is not followed by two hexadecimal digits",
            fix: "write the % itself as %25")
        }
        bytes.append(digits[0] << 4 | digits[1])
        rest = rest.dropFirst(2)
      case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
      default: bytes.append(byte)
      }
    }
    guard let decoded = String(validating: bytes, as: UTF8.self) else {
      throw LinkError(
        kind, text, "what \"\(Substring(part))\" encodes is not UTF-8", fix: "percent-encode the UTF-8 of the text")
    }
    return decoded
  }
}

extension UInt8 {
  fileprivate var hexadecimalValue: UInt8? { Character(Unicode.Scalar(self)).hexDigitValue.map { UInt8($0) } }
}
