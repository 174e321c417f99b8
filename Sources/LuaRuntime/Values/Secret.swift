/// Tokens, which stand for secret texts in plain data and do not reveal them.
///
/// A token is not valid UTF-8, so it cannot equal a text of an app. All tokens have the same length.
package enum Secret {
  private static let opening: [UInt8] = [0xFF] + Array("secret:".utf8)
  private static let digits = 16

  /// The token for a text that is not known any more, as in a saved state or a recorded session.
  package static let unknown = token(0, isForeign: true)

  /// The token with a number, which counts the secrets of a host. With `isForeign` the token is from a saved state or a
  /// recorded session, and its text is not known.
  package static func token(_ number: UInt64, isForeign: Bool = false) -> [UInt8] {
    let text = String(isForeign ? number | foreign : number, radix: 16)
    return opening + Array((String(repeating: "0", count: digits - text.count) + text).utf8)
  }

  private static let foreign: UInt64 = 1 << 63

  /// The number of a token; nil if the bytes are not a token.
  package static func number(of bytes: some Collection<UInt8>) -> UInt64? {
    guard isToken(bytes) else { return nil }
    return UInt64(String(decoding: bytes.suffix(digits), as: UTF8.self), radix: 16).map { $0 & ~foreign }
  }

  package static func isToken(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.count == opening.count + digits && bytes.starts(with: opening)
  }

  /// Whether a value contains a token, alone or within a text.
  package static func isIn(_ value: Value) -> Bool {
    switch value {
    case .bytes(let bytes): replacing(bytes) { _ in [] }.count < bytes.count
    case .list(let items): items.contains(where: isIn)
    case .map(let record): record.contains { isIn($0.value) }
    default: false
    }
  }

  /// Returns a text for people, with `secret` for each token.
  package static func shown(_ bytes: [UInt8]) -> [UInt8] { replacing(bytes) { _ in Array("secret".utf8) } }

  /// Marks each token in a text as one from a saved state or a recorded session.
  package static func foreign(_ bytes: [UInt8]) -> [UInt8] {
    replacing(bytes) { token in number(of: token).map { Secret.token($0, isForeign: true) } ?? token }
  }

  /// Replaces each token in a text.
  package static func replacing(_ bytes: [UInt8], by text: ([UInt8]) -> [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var rest = bytes[...]
    while let start = rest.firstIndex(of: opening[0]) {
      let token = rest[start...].prefix(opening.count + digits)
      let isFound = isToken(token)
      result += rest[..<start]
      if isFound { result += text(Array(token)) } else { result.append(rest[start]) }
      rest = rest[start...].dropFirst(isFound ? token.count : 1)
    }
    return result + rest
  }
}

extension Value {
  /// Whether the value is a token, which stands for a secret text.
  package var isSecret: Bool { if case .bytes(let bytes) = self { Secret.isToken(bytes) } else { false } }
}
