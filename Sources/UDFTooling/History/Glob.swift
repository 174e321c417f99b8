extension String {
  /// Whether the text matches a pattern, in which `*` matches any text: `cart/*`.
  package func matches(glob: String) -> Bool {
    let parts = glob.split(separator: "*", omittingEmptySubsequences: false)
    guard parts.count > 1, hasPrefix(parts[0]) else { return self == glob }
    var rest = dropFirst(parts[0].count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let found = rest.firstRange(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return rest.hasSuffix(parts[parts.count - 1])
  }
}
