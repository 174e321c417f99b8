extension CacheContents {
  /// Applies a commit to everything but the rows. Caches and engine share this implementation of a ``CacheWrite``.
  mutating func apply(_ write: CacheWrite, revision: Int64) {
    applyHead(write, revision: revision)
    for id in write.completed { outbox.remove(id) }
    for refusal in write.refused {
      if let mutation = outbox.remove(refusal.id) { deadLetters[mutation.id] = mutation.unsent }
    }
    for answer in write.acknowledged { outbox.acknowledge(answer.id, rowChecksums: answer.rowChecksums) }
    for id in write.unacknowledged { outbox.acknowledge(id, false) }
    outbox.put(contentsOf: write.mutations.map(PendingMutation.init))
    for letter in write.letters { deadLetters[letter.mutation.id] = PendingMutation(letter.mutation) }
    for revival in write.revived {
      if let letter = deadLetters.removeValue(forKey: revival.letter) { outbox.put(letter.revived(by: revival)) }
    }
    for id in write.buried { deadLetters[id] = nil }
  }

  /// Applies a commit without outbox and dead letters, for a cache that reads these from its file.
  mutating func applyHead(_ write: CacheWrite, revision: Int64) {
    self.revision = revision
    if write.rows == .clear {
      (token, etag, syncedAt) = (nil, nil, nil)
      hasRows = false
      aliases = KeyAliases()
    }
    aliases.keep(write.aliases)
    if write.upgradesRows {
      (formerSchemas, token, etag, syncedAt) = ([:], nil, nil, nil)
      if write.rows == .clear { seeded = [] }
    }
    if write.forgetsToken { (token, etag) = (nil, nil) }
    if let token = write.token {
      (self.token, etag) = (token, write.etag)
    } else if let etag = write.etag {
      self.etag = etag
    }
    if let syncedAt = write.syncedAt { self.syncedAt = syncedAt }
    if let filter = write.filter { self.filter = filter }
    if let epoch = write.epoch { self.epoch = epoch }
    if let lastSent = write.lastSent { self.lastSent = lastSent }
    if let unmade = write.unmade { self.unmade = unmade }
    if write.seeds { seeded.formUnion(self.filter.declared.names) }
    if !write.touched.isEmpty || !write.changes.isEmpty && write.rows != .stage { hasRows = true }
    lastMutation = (write.mutations.map(\.id) + write.revived.map(\.id)).reduce(lastMutation, max)
  }
}

extension CacheWrite {
  /// Whether the commit changes the outbox or the dead letters.
  var changesOutbox: Bool {
    !(completed.isEmpty && refused.isEmpty && acknowledged.isEmpty && unacknowledged.isEmpty && mutations.isEmpty
      && letters.isEmpty && revived.isEmpty && buried.isEmpty)
  }
}
