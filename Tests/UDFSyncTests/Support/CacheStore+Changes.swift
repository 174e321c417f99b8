import UDFSync

extension CacheStore {
  /// The outbox with all bodies.
  func outbox(of contents: CacheContents) async throws(CacheFailure) -> [Mutation] {
    try await mutations(contents.outbox.map(\.id))
  }

  /// The dead letters with all bodies.
  func letters(of contents: CacheContents) async throws(CacheFailure) -> [DeadLetter] {
    try await deadLetters(contents.deadLetters.keys.sorted())
  }
}
