import LuaSyntax

extension String {
  /// The text with escapes for control characters and for characters that reorder text: `\x1B`, `\u{202e}`. Line feeds
  /// and tabs stay. Data in this form cannot command a terminal.
  var escapedForTerminal: String {
    escapingScalars { scalar in
      switch scalar {
      case "\n", "\t": nil
      case "\r": "\\r"
      case _ where scalar.isASCII: "\\x" + scalar.hexadecimal(digits: 2).uppercased()
      default: "\\u{" + String(scalar.value, radix: 16) + "}"
      }
    }
  }

  /// JSON text with the same characters escaped inside its strings. The text must be valid JSON on one line.
  package var escapedForJSON: String { escapingScalars { "\\u" + $0.hexadecimal(digits: 4) } }

  private func escapingScalars(_ escape: (Unicode.Scalar) -> String?) -> String {
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) || $0 == 0x0A }) { return self }
    var text = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if scalar.commandsTerminal, let escaped = escape(scalar) {
        text.append(contentsOf: escaped.unicodeScalars)
      } else {
        text.append(scalar)
      }
    }
    return String(text)
  }
}

extension Unicode.Scalar {
  fileprivate func hexadecimal(digits: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
