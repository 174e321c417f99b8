extension String {
  /// The text with every `part` exchanged.
  func replacing(_ part: String, with other: String) -> String {
    components(of: part).joined(separator: other)
  }

  /// The pieces between the occurrences of `part`.
  func components(of part: String) -> [String] {
    var pieces: [String] = []
    var rest = self[...]
    while let range = rest.firstRange(of: part) {
      pieces.append(String(rest[..<range.lowerBound]))
      rest = rest[range.upperBound...]
    }
    return pieces + [String(rest)]
  }
}
