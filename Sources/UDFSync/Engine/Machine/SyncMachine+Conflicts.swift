import UDF

// Asks the conflict policy before a page is written, except with ``ConflictPolicy/replay``.
extension SyncMachine {
  /// Returns the page with the rows and the policy's answers that are needed to write it; nil: the machine has
  /// requested them.
  mutating func readyToWrite(_ page: PageToWrite, _ contents: CacheContents) -> PageToWrite? {
    guard !conflict.isReplay else { return page }
    if page.held == nil {
      let keys = keysInQuestion(page, contents)
      guard keys.isEmpty else {
        access = .finding(.page(page))
        // Rows may share mutations, so their ids are collected in a set.
        let mutations = Set(keys.flatMap { contents.outbox.mutations(of: $0) }.map(\.id))
        commands.append(.find(keys.sorted(), mutations: mutations.sorted(), letters: [], mentioning: []))
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
    // A reset may have ended the cycle or the stream meanwhile, and discarded its page.
    let number: Int? = if case .page(let page) = intent { page.stream } else { nil }
    guard number.map({ $0 == stream?.number }) ?? (cycle != nil), !isStopped else { return }
    switch result {
    case .success(let found):
      switch intent {
      case .page(var page):
        (page.held, page.waiting) = (found.rows, found.mutations)
        queue.prepend(.page(page))
      case .outcomes(var outcomes):
        (outcomes.rows, outcomes.waiting, outcomes.letters, outcomes.mentioning) = found
        queue.prepend(.outcomes(outcomes))
      case .change, .seed, .sending, .outbox: break
      }
    case .failure(let failure) where failure.code == .corrupt: isDamaged = true
    case .failure(let failure): failed(failure.message)
    }
  }

  mutating func resolved(_ number: Int, _ answers: Rebase.Answers) {
    guard case .resolving(number, var page) = access else { return }
    access = nil
    page.answers.merge(answers) { $1 }
    queue.prepend(.page(page))
  }

  /// The keys of rows that the page changes and that have unsent mutations.
  private func keysInQuestion(_ page: PageToWrite, _ contents: CacheContents) -> Set<RowKey> {
    let changed = Set(page.page.changes.map(\.key)).union(gone(with: page, contents))
    return changed.filter { !unsent(of: $0, page, contents).isEmpty }
  }

  /// Returns the mutations of a row that the server has not made: those that were never sent, and those that it
  /// answered with a conflict and that were not sent again.
  /// The cache's own record may be wrong, because the cache is a copy or has lost the end of its log. So a page that
  /// reports the mutation's client takes precedence.
  private func unsent(of key: RowKey, _ page: PageToWrite, _ contents: CacheContents) -> [PendingMutation] {
    contents.outbox.mutations(of: key, after: contents.unmade.isEmpty ? contents.lastSent : -1).filter { mutation in
      guard mutation.id > contents.lastSent || contents.unmade.contains(mutation.id) else { return false }
      return page.made(by: mutation.client).map { mutation.number > $0 } ?? true
    }
  }

  /// The keys of the staged rows after this page; empty with ``ConflictPolicy/replay``, which does not need them.
  func laidAside(with page: PageToWrite) -> Set<RowKey> {
    guard !conflict.isReplay else { return [] }
    let before: Set<RowKey> = page.request.token == nil ? [] : staging?.keys ?? []
    return before.union(page.page.changes.map(\.key))
  }

  /// The keys of rows with mutations that a swap removes because no page contains them.
  private func gone(with page: PageToWrite, _ contents: CacheContents) -> Set<RowKey> {
    staging == nil || page.page.hasMore ? [] : Set(contents.outbox.keys).subtracting(laidAside(with: page))
  }

  /// Moves mutations from the cache's rows to the page's rows, if the policy has answered.
  func rebase(with page: PageToWrite, _ contents: CacheContents) -> Rebase {
    var rebase = Rebase(
      database: database, policy: conflict, merge: options.merge, answers: page.answers, now: now.wall)
    guard !conflict.isReplay, let rows = page.held else { return rebase }
    let held = Dictionary(rows.map { ($0.key, $0) }) { $1 }
    let keys = keysInQuestion(page, contents)
    let missing = gone(with: page, contents).map { RowChange.delete($0, version: 0) }
    var changed: [RowKey: StoredRow] = [:]
    for change in page.page.changes + missing where keys.contains(change.key) {
      if contents.filter.shown.excludes(change, over: held[change.key]?.body) { continue }
      // Staged rows replace rows of any version.
      let present = changed[change.key] ?? (staging == nil ? held[change.key] : nil)
      if let row = change.row(over: present) { changed[change.key] = row }
    }
    for (key, row) in changed { rebase.add(key, from: held[key], to: row) }
    let unsent = Set(changed.keys.flatMap { self.unsent(of: $0, page, contents) }.map(\.id))
    // Staged rows may be older than the rows that the server returned with acknowledgements.
    let shown = staging == nil ? lastShown(page.waiting, held) : [:]
    for mutation in page.waiting {
      let keys = mutation.parts.keys.filter { shown[$0, default: -1] < mutation.id }
      rebase.move(mutation, of: keys, unsent.contains(mutation.id) ? .unsent : standing(of: mutation, in: page))
    }
    return rebase
  }

  /// Returns, for each row, the id of the last mutation that the row already shows.
  private func lastShown(_ mutations: [Mutation], _ rows: [RowKey: StoredRow]) -> [RowKey: Int64] {
    var shown: [RowKey: Int64] = [:]
    for mutation in mutations {
      for part in mutation.parts where rows[part.key]?.shows(part.rowChecksum) == true { shown[part.key] = mutation.id }
    }
    return shown
  }

  private func standing(of mutation: Mutation, in page: PageToWrite) -> Rebase.Standing {
    guard let made = page.made(by: mutation.client) else { return .maybe }
    // In the middle of a pull, a server of version 1 may not know the number and report 0.
    return mutation.number <= made ? .made : made == 0 && page.page.hasMore ? .maybe : .sent
  }
}
