extension CacheContents {
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

  /// Whether anything but rows, their count of commits, outbox and dead letters is another.
  func differs(from former: CacheContents) -> Bool {
    var former = former
    (former.revision, former.hasRows) = (revision, hasRows)
    (former.outbox, former.deadLetters) = (outbox, deadLetters)
    return self != former
  }
}
