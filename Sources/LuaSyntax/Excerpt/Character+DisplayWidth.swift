/// The width of a character in terminal columns: 0, 1 or 2, independent of the locale.
extension Character {
  package var displayWidth: Int {
    if unicodeScalars.contains(where: { $0.properties.isEmojiPresentation || $0 == "\u{FE0F}" }) { return 2 }
    return unicodeScalars.reduce(0) { $0 + $1.displayWidth }
  }
}

extension Unicode.Scalar {
  fileprivate var displayWidth: Int {
    // Most source code is ASCII, and looking up Unicode properties is slow.
    if isASCII { return 1 }
    switch value {
    // Hangul vowels and final consonants combine with the consonant before them.
    case 0x1160...0x11FF: return 0
    // The blocks that EastAsianWidth.txt of Unicode 16 classifies as Wide or Fullwidth.
    case 0x1100...0x115F, 0x2329...0x232A, 0x2630...0x2637, 0x268A...0x268F, 0x2E80...0x303E, 0x3041...0xA4CF,
      0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x16FE0...0x18D7F, 0x1AFF0...0x1B2FF, 0x1D300...0x1D376, 0x1F200...0x1F265, 0x20000...0x3FFFD:
      return properties.generalCategory == .nonspacingMark ? 0 : 2
    default: break
    }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return 1
    }
  }
}
