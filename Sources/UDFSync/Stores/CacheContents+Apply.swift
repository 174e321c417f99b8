extension CacheContents {
  /// What a commit makes of everything but the rows; the one meaning of a ``CacheWrite`` for caches and engine alike.
  mutating func apply(_ write: CacheWrite, revision: Int64) {
    self.revision = revision
    if write.rows == .clear {
      (token, etag, syncedAt) = (nil, nil, nil)
      hasRows = false
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
    if write.seeds { isSeeded = true }
    if !write.touched.isEmpty || !write.changes.isEmpty && write.rows != .stage { hasRows = true }
    outbox.remove(write.settled, by: \.id)
    for mutation in write.mutations {
      if mutation.id > outbox.last?.id ?? 0 {
        outbox.append(mutation)
      } else if let place = outbox.firstIndex(where: { $0.id >= mutation.id }) {
        if outbox[place].id == mutation.id { outbox[place] = mutation } else { outbox.insert(mutation, at: place) }
      }
      lastMutation = max(lastMutation, mutation.id)
    }
    deadLetters.remove(write.buried, by: \.mutation.id)
    deadLetters += write.deadLetters
    deadLetters.sort { $0.mutation.id < $1.mutation.id }
  }
}

extension Array {
  fileprivate mutating func remove(_ ids: [Int64], by id: (Element) -> Int64) {
    guard !ids.isEmpty else { return }
    let ids = Set(ids)
    removeAll { ids.contains(id($0)) }
  }
}
