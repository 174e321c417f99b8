extension String {
  /// The text without surrounding quotes.
  var unquoted: String {
    guard let quote = first, quote == "\"" || quote == "'" else { return self }
    let rest = dropFirst()
    return String(rest.last == quote ? rest.dropLast() : rest)
  }
}
