extension Unicode.Scalar {
  /// Whether the scalar controls a terminal or the writing direction instead of being visible.
  package var commandsTerminal: Bool {
    // Looking up Unicode properties is slow.
    if isASCII { return value < 0x20 || value == 0x7F }
    switch value {
    case 0x61C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: return true
    default: return [.control, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory)
    }
  }
}
