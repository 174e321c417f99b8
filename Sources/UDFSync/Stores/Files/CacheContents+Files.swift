extension CacheContents {
  /// Whether the contents differ in more than the number of commits, the outbox and the dead letters.
  func differs(from former: CacheContents) -> Bool {
    var former = former
    (former.revision, former.hasRows) = (revision, hasRows)
    (former.outbox, former.deadLetters) = (outbox, deadLetters)
    return self != former
  }
}
