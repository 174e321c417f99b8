extension CacheContents {
  /// Does to everything but the rows what a commit says. Caches and engine share this one meaning of a ``CacheWrite``.
  mutating func apply(_ write: CacheWrite, revision: Int64) {
    applyHead(write, revision: revision)
    for id in write.settled { outbox.remove(id) }
    for refusal in write.refused {
      guard var mutation = outbox.remove(refusal.id) else { continue }
      (mutation.isAcknowledged, mutation.rowChecksum) = (false, nil)
      deadLetters[mutation.id] = mutation
    }
    for answer in write.acknowledged { outbox.acknowledge(answer.id, rowChecksum: answer.rowChecksum) }
    for id in write.unacknowledged { outbox.acknowledge(id, false) }
    outbox.put(contentsOf: write.mutations.map(PendingMutation.init))
    for letter in write.letters { deadLetters[letter.mutation.id] = PendingMutation(letter.mutation) }
    for revival in write.revived {
      if let letter = deadLetters.removeValue(forKey: revival.letter) { outbox.put(letter.revived(by: revival)) }
    }
    for id in write.buried { deadLetters[id] = nil }
  }

  /// The same without outbox and dead letters, for a cache that finds these in its file.
  mutating func applyHead(_ write: CacheWrite, revision: Int64) {
    self.revision = revision
    if write.rows == .clear {
      (token, etag, syncedAt) = (nil, nil, nil)
      hasRows = false
      aliases = KeyAliases()
    }
    aliases.keep(write.aliases)
    if write.upgradesRows {
      (formerSchema, token, etag, syncedAt) = (nil, nil, nil, nil)
      if write.rows == .clear { isSeeded = false }
    }
    if write.forgetsToken { (token, etag) = (nil, nil) }
    if let token = write.token {
      (self.token, etag) = (token, write.etag)
    } else if let etag = write.etag {
      self.etag = etag
    }
    if let syncedAt = write.syncedAt { self.syncedAt = syncedAt }
    if let epoch = write.epoch { self.epoch = epoch }
    if let lastSent = write.lastSent { self.lastSent = lastSent }
    if let unmade = write.unmade { self.unmade = unmade }
    if write.seeds { isSeeded = true }
    if !write.touched.isEmpty || !write.changes.isEmpty && write.rows != .stage { hasRows = true }
    lastMutation = (write.mutations.map(\.id) + write.revived.map(\.id)).reduce(lastMutation, max)
  }
}

extension CacheWrite {
  /// Whether the commit changes the outbox or the dead letters.
  var changesOutbox: Bool {
    !(settled.isEmpty && refused.isEmpty && acknowledged.isEmpty && unacknowledged.isEmpty && mutations.isEmpty
      && letters.isEmpty && revived.isEmpty && buried.isEmpty)
  }
}
