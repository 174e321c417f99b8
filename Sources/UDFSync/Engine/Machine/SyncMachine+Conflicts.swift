import UDF

// Asks the conflict policy before a page is written; never with ``ConflictPolicy/replay``.
extension SyncMachine {
  /// Returns the page with the rows and the policy's answers that writing it needs; nil: the machine has asked for them.
  mutating func readyToWrite(_ page: PageToWrite, _ contents: CacheContents) -> PageToWrite? {
    guard !conflict.isReplay else { return page }
    if page.held == nil {
      let keys = keysInQuestion(page, contents)
      guard keys.isEmpty else {
        access = .finding(.page(page))
        let mutations = keys.flatMap { contents.outbox.mutations(of: $0) }.map(\.id)
        commands.append(.find(keys.sorted(), mutations: mutations.sorted(), letters: []))
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

  mutating func found(_ result: Result<SyncEvent.Found, CacheFailure>) {
    guard case .finding(let intent) = access else { return }
    access = nil
    // A reset may have ended the cycle or the stream meanwhile, and what came of it.
    let number: Int? = if case .page(let page) = intent { page.stream } else { nil }
    guard number.map({ $0 == stream?.number }) ?? (cycle != nil), !isStopped else { return }
    switch result {
    case .success(let found):
      switch intent {
      case .page(var page):
        (page.held, page.waiting) = (found.rows, found.mutations)
        queue.prepend(.page(page))
      case .outcomes(var outcomes):
        (outcomes.waiting, outcomes.letters) = (found.mutations, found.letters)
        queue.prepend(.outcomes(outcomes))
      case .change, .seed, .sending, .outbox: break
      }
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

  /// The keys of rows that the page changes and that have mutations that were never sent.
  private func keysInQuestion(_ page: PageToWrite, _ contents: CacheContents) -> Set<EntityKey> {
    let changed = Set(page.page.changes.map(\.key)).union(gone(with: page, contents))
    return changed.filter { !unsent(of: $0, page, contents).isEmpty }
  }

  /// The mutations of a row that the server has not made: those that were never sent, and those that it has answered with a conflict
  /// and that were not sent again since.
  /// This cache may have no record of what it has sent, because it is a copy or has lost the end of its log. A page that reports on
  /// the mutation's client shows it then.
  private func unsent(of key: EntityKey, _ page: PageToWrite, _ contents: CacheContents) -> [PendingMutation] {
    contents.outbox.mutations(of: key, after: contents.unmade.isEmpty ? contents.lastSent : -1).filter { mutation in
      guard mutation.id > contents.lastSent || contents.unmade.contains(mutation.id) else { return false }
      return page.made(by: mutation.client).map { mutation.number > $0 } ?? true
    }
  }

  /// The keys of the rows that are laid aside after this page; empty with ``ConflictPolicy/replay``, which does not need them.
  func laidAside(with page: PageToWrite) -> Set<EntityKey> {
    guard !conflict.isReplay else { return [] }
    let before: Set<EntityKey> = page.request.token == nil ? [] : staging?.keys ?? []
    return before.union(page.page.changes.map(\.key))
  }

  /// The keys of rows with mutations that a swap removes although no page mentions them.
  private func gone(with page: PageToWrite, _ contents: CacheContents) -> Set<EntityKey> {
    staging == nil || page.page.hasMore ? [] : Set(contents.outbox.keys).subtracting(laidAside(with: page))
  }

  /// Moves mutations from the cache's rows to the page's rows, as far as the policy has answered.
  func rebase(with page: PageToWrite, _ contents: CacheContents) -> Rebase {
    var rebase = Rebase(key: collection.key, merges: conflict.merges, merge: options.merge, now: now.wall)
    guard !conflict.isReplay, let rows = page.held else { return rebase }
    let held = Dictionary(rows.map { ($0.key, $0) }) { $1 }
    let keys = keysInQuestion(page, contents)
    let missing = gone(with: page, contents).map { RowChange.delete($0, version: 0) }
    var changed: [EntityKey: StoredRow] = [:]
    for change in page.page.changes + missing where keys.contains(change.key) {
      // What lies aside takes the place of rows of any version.
      let present = changed[change.key] ?? (staging == nil ? held[change.key] : nil)
      if let row = change.row(over: present) { changed[change.key] = row }
    }
    let waiting = Dictionary(grouping: page.waiting, by: \.key)
    for (key, mutations) in waiting.sorted(by: { $0.key < $1.key }) {
      guard let row = changed[key] else { continue }
      // What lies aside may be older than the row that the server returned.
      let shown = staging == nil ? mutations.lastIndex { held[key]?.shows($0.rowChecksum) == true } : nil
      let unsent = Set(unsent(of: key, page, contents).map(\.id))
      let moved = mutations.dropFirst(shown.map { $0 + 1 } ?? 0).map { mutation in
        (mutation, unsent.contains(mutation.id) ? .unsent : standing(of: mutation, in: page))
      }
      rebase.move(moved, from: held[key], to: row, answers: page.answers)
    }
    return rebase
  }

  private func standing(of mutation: Mutation, in page: PageToWrite) -> Rebase.Standing {
    guard let made = page.made(by: mutation.client) else { return .maybe }
    // A server of version 1 that cannot tell in the middle says 0.
    return mutation.number <= made ? .made : made == 0 && page.page.hasMore ? .maybe : .sent
  }
}
