extension CacheContents {
  /// What is kept of a file whose head is lost. The engine sends all mutations again, each under its own name.
  init(orphans: [Mutation], deadLetters: [DeadLetter]) {
    self.init()
    outbox = orphans.map(\.unsent)
    self.deadLetters = deadLetters
    lastMutation = (outbox + deadLetters.map(\.mutation)).map(\.id).max() ?? 0
    lastSent = lastMutation
  }

  /// Forgets rows of an older shape, and what goes with them.
  mutating func startOver(from old: Int, to new: Int, in file: String) {
    let revision = revision
    self = salvaged
    self.revision = revision
    notice = """
      \(file): its rows were of schema \(old), and this app has \(new); all are fetched anew. Kept were changes that \
      wait: \(outbox.count)
      """
  }

  /// Whether anything but rows and their count of commits is another.
  func differs(from former: CacheContents) -> Bool {
    var former = former
    (former.revision, former.hasRows) = (revision, hasRows)
    return self != former
  }
}
