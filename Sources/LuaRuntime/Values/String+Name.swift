extension String {
  /// Whether the text has the form of a Lua name; it may be a reserved word.
  package var isName: Bool {
    guard let first = utf8.first, !(48...57).contains(first) else { return false }
    return utf8.allSatisfy { byte in
      (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == 95
    }
  }
}
