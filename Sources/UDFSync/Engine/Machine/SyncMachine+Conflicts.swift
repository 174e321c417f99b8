import UDF

// What a conflict policy is asked before a page is written. With ``ConflictPolicy/replay`` nothing is.
extension SyncMachine {
  /// The page with the rows and the policy's answers that writing it needs; nil: the machine asks for them first.
  mutating func readyToWrite(_ page: PageToWrite, _ contents: CacheContents) -> PageToWrite? {
    guard !conflict.isReplay else { return page }
    if page.held == nil {
      let keys = keysInQuestion(page, contents)
      guard keys.isEmpty else {
        access = .finding(page)
        commands.append(.find(keys.sorted()))
        return nil
      }
    }
    let open = rebase(with: page, contents).open
    guard !open.isEmpty else { return page }
    lastRequest += 1
    access = .resolving(lastRequest, page)
    commands.append(.resolve(lastRequest, open))
    return nil
  }

  mutating func found(_ result: Result<[StoredRow], CacheFailure>) {
    guard case .finding(var page) = access else { return }
    access = nil
    // The cycle may have been ended meanwhile, and the page with it.
    guard cycle != nil, !isStopped else { return }
    switch result {
    case .success(let rows):
      page.held = rows
      queue.prepend(.page(page))
    case .failure(let failure) where failure.code == .corrupt: isDamaged = true
    case .failure(let failure): failed(failure.message)
    }
  }

  mutating func resolved(_ number: Int, _ answers: [Int64: Result<ConflictPolicy.Resolution, SyncFailure>]) {
    guard case .resolving(number, var page) = access else { return }
    access = nil
    page.answers.merge(answers) { $1 }
    queue.prepend(.page(page))
  }

  /// The rows that the page changes under mutations that were never sent.
  private func keysInQuestion(_ page: PageToWrite, _ contents: CacheContents) -> Set<EntityKey> {
    let waiting = Set(contents.outbox.filter { !mayBeSent($0, page, contents) }.map(\.key))
    return waiting.intersection(page.page.changes.map(\.key)).union(gone(with: page, under: waiting))
  }

  /// Whether the server may have seen a mutation. It may have seen more than this cache notes, which may be a copy or have lost
  /// the end of its log; a page of the mutation's client shows that.
  private func mayBeSent(_ mutation: Mutation, _ page: PageToWrite, _ contents: CacheContents) -> Bool {
    mutation.id <= contents.lastSent || page.made(by: mutation.client).map { mutation.number <= $0 } ?? false
  }

  /// The rows that lie aside when this page does as well; nobody asks for them where every mutation is kept.
  func laidAside(with page: PageToWrite) -> Set<EntityKey> {
    guard !conflict.isReplay else { return [] }
    let before: Set<EntityKey> = page.request.token == nil ? [] : staging?.keys ?? []
    return before.union(page.page.changes.map(\.key))
  }

  /// Of the rows under mutations those that a swap removes without a page that mentions them.
  private func gone(with page: PageToWrite, under waiting: Set<EntityKey>) -> Set<EntityKey> {
    staging == nil || page.page.hasMore ? [] : waiting.subtracting(laidAside(with: page))
  }

  /// Moves the mutations over changed rows from the rows that are here to those of a page, as far as the policy has answered.
  func rebase(with page: PageToWrite, _ contents: CacheContents) -> Rebase {
    var rebase = Rebase(key: collection.key, merges: conflict.merges, merge: options.merge)
    guard !conflict.isReplay, let rows = page.held else { return rebase }
    let held = Dictionary(rows.map { ($0.key, $0) }) { $1 }
    let keys = keysInQuestion(page, contents)
    let missing = gone(with: page, under: keys).map { RowChange.delete($0, version: 0) }
    var changed: [EntityKey: StoredRow] = [:]
    for change in page.page.changes + missing where keys.contains(change.key) {
      // What lies aside takes the place of rows of any version.
      let present = changed[change.key] ?? (staging == nil ? held[change.key] : nil)
      if let row = change.row(over: present) { changed[change.key] = row }
    }
    let waiting = Dictionary(grouping: contents.outbox.filter { changed[$0.key] != nil }, by: \.key)
    for (key, mutations) in waiting.sorted(by: { $0.key < $1.key }) {
      guard let row = changed[key] else { continue }
      rebase.move(
        mutations.map { mutation in
          (mutation, mayBeSent(mutation, page, contents) ? shown(mutation, by: page) : .unsent)
        }, from: held[key], to: row, answers: page.answers)
    }
    return rebase
  }

  private func shown(_ mutation: Mutation, by page: PageToWrite) -> Rebase.Standing {
    guard let made = page.made(by: mutation.client) else { return .maybe }
    // A server of version 1 that cannot tell in the middle says 0.
    return mutation.number <= made ? .made : made == 0 && page.page.hasMore ? .maybe : .sent
  }
}
