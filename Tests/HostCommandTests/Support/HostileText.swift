import LuaRuntime
import SeededTesting
import UDFHost

/// Makes text that a terminal would obey.
struct HostileText {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// Sequences that set a window's title, ring, clear, go back, reorder, or break a line.
  private static let pieces = [
    "\u{1B}]0;owned\u{7}", "\u{1B}[2J", "\u{9B}2J", "\u{90}q\u{9C}", "\u{7}", "\u{8}\u{8}", "\r", "\u{7F}", "\u{85}",
    "\u{202E}", "\u{2066}", "\u{200F}", "\u{2028}", "\u{C}", "a", " ", "é", "日",
  ]

  /// A name with a word, by which a test can see that it was printed.
  mutating func text(_ word: String) -> String {
    word + (0..<4).map { _ in HostileText.pieces.randomElement(using: &generator) ?? "" }.joined()
  }

  /// As a string of Lua.
  mutating func quoted(_ word: String) -> String { LuaText.quoted(text(word)) }

  /// As a JSON string with the necessary escapes only.
  mutating func json(_ word: String) -> String {
    let escaped = text(word).unicodeScalars.map { scalar in
      let digits = String(scalar.value, radix: 16)
      return scalar.value < 0x20 ? "\\u" + String(repeating: "0", count: 4 - digits.count) + digits : String(scalar)
    }
    return "\"\(escaped.joined())\""
  }

  /// Without line breaks, as in the head of an HTTP response, where others end a line.
  mutating func line(_ word: String) -> String { text(word).replacing("\r", with: "") }

  /// The control characters of a text but line feeds and tabs, and what reorders the text after it.
  static func commands(in text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.filter { scalar in
      switch scalar.value {
      case 0x09, 0x0A: false
      case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
      default: false
      }
    }
  }

  /// The same for what a terminal got. The command itself writes carriage returns, backspaces and escape sequences.
  static func commands(onTerminal raw: String) -> [String] {
    commands(in: raw).filter { $0 != "\r" && $0 != "\u{1B}" && $0 != "\u{8}" }.map { "\($0.debugDescription)" }
      + ["\u{1B}]", "\u{1B}[2J"].filter(raw.contains)
  }
}
