/// Which strings Lua takes as names, so that they need no quotes as keys.
package enum LuaName {
  /// Words of the language itself.
  package static let reserved: Set<String> = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in", "local",
    "nil",
    "not", "or", "repeat", "return", "then", "true", "until", "while",
  ]

  package static func isValid(_ text: String) -> Bool {
    guard let first = text.utf8.first, begins(first), text.utf8.allSatisfy(continues) else { return false }
    return !reserved.contains(text)
  }

  package static func begins(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): true
    default: false
    }
  }

  package static func continues(_ byte: UInt8) -> Bool {
    begins(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
