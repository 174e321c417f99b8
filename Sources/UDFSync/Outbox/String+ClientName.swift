extension String {
  /// Returns a client name that nobody else has: 128 random bits in hexadecimal.
  ///
  /// Always from the system's generator: two openings with one seed would share a name, and the server would take the mutations
  /// of the second for those of the first.
  static func randomClient() -> String {
    (0..<32).map { _ in String(Int.random(in: 0..<16), radix: 16) }.joined()
  }
}
