extension Unicode.Scalar {
  /// Whether a terminal takes it for a command, or turns the text after it around, instead of showing it.
  package var commandsTerminal: Bool {
    // Properties are slow to look up.
    if isASCII { return value < 0x20 || value == 0x7F }
    switch value {
    case 0x61C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: return true
    default: return [.control, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory)
    }
  }
}
