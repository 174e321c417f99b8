extension CacheContents {
  /// Whether anything but rows, their count of commits, outbox and dead letters is another.
  func differs(from former: CacheContents) -> Bool {
    var former = former
    (former.revision, former.hasRows) = (revision, hasRows)
    (former.outbox, former.deadLetters) = (outbox, deadLetters)
    return self != former
  }
}
