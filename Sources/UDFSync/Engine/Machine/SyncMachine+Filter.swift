import UDF

// The parameters of the collections: the effects of a change, and which rows remain after a page.
extension SyncMachine {
  /// Records that the cache has the rows of a seed. Only the matching ones are delivered.
  func fillFilterOfSeed(_ write: inout CacheWrite, over contents: CacheContents) {
    // If another collection was seeded before, the cache already has rows.
    guard contents.seeded.isEmpty else { return }
    var filter = contents.filter
    (filter.held, filter.isInToken) = (RowSelection(filter.shown.filters.mapValues { _ in .all }), false)
    if filter != contents.filter { write.filter = filter }
  }

  /// Updates, after a page, which parameters' rows the cache has.
  func fillFilter(_ write: inout CacheWrite, with page: PageToWrite, over contents: CacheContents) {
    guard write.rows != .stage else { return }
    var filter = contents.filter
    filter.isInToken = page.page.continuesFilter
    if page.request.token == nil || !page.page.hasMore || write.rows == .swap {
      filter.held = filter.shown
    } else if !filter.isComplete {
      filter.held = nil
    }
    if filter != contents.filter { write.filter = filter }
  }

  /// The keys of rows that a commit examines and that have pending mutations after it.
  func waiting(after write: CacheWrite, _ contents: CacheContents) -> Set<RowKey> {
    let filter = write.filter ?? contents.filter
    guard !contents.filter.isUnrestricted || !filter.isUnrestricted else { return [] }
    // The keys of these mutations are looked up again, because a mutation may have moved to another key.
    let gone = Set(write.completed + write.refused.map(\.id) + write.mutations.map(\.id))
    let looksAtAll = FilterPass(write, from: contents.filter, to: filter).looksAtAll
    let keys = looksAtAll ? Set(contents.outbox.keys) : Set(write.changes.map(\.key) + write.touched)
    let kept = keys.filter { key in contents.outbox.mutations(of: key).contains { !gone.contains($0.id) } }
    return kept.union(write.mutations.flatMap(\.parts.keys)).union(
      write.revived.flatMap { ($0.parts ?? contents.deadLetters[$0.letter]?.parts)?.keys ?? [] })
  }

  /// Handles a change of the parameters: cancels requests for the former ones, and fetches the difference.
  mutating func filterChanged() {
    // Even a page of parameters that are the present ones again may continue staged rows, which are discarded here.
    queue.dropPages()
    staging = nil
    equalAt = nil
    closeStream()
    if case .pull? = flight?.content, let number = flight?.number {
      commands.append(.cancel(number))
      flight = nil
    }
    cycle?.restartPull()
    // A halted engine would halt again. A cache that was never pulled waits for the app's first pull.
    if phase != .halted, hasPulled { isWanted = true }
    hasPulled = false
  }
}

extension SyncMachine.Cycle {
  /// Resets everything that the cycle has recorded about its pulls.
  mutating func restartPull() {
    (requested, emptyPages, reportedClients) = ([], 0, [])
    (isMidway, isPulled, hasPulled, isInFull, hasExpired) = (false, false, false, false, false)
    awaitsPageUntil = nil
  }
}
