extension String {
  /// Returns a unique client name: 128 random bits in hexadecimal.
  ///
  /// It always uses the system's generator. Two openings with one seed would share a name, and the server would mistake
  /// the mutations of the second for those of the first.
  static func randomClient() -> String {
    (0..<32).map { _ in String(Int.random(in: 0..<16), radix: 16) }.joined()
  }
}
