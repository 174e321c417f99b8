import UDF

// Makes each commit from the state at the time of the write, so that a failed commit needs no rollback.
extension SyncMachine {
  mutating func writeNext() {
    guard let contents, let intent = queue.popFirst() else { return }
    var write = CacheWrite()
    var intents = [intent]
    let (nextID, nextNumber) = (contents.lastMutation + 1, lastNumber + 1)
    switch intent {
    case .change(.mutate, _):
      // Pending mutations share one commit, because each commit costs one flush of the disk, whatever its size.
      while case .change(.mutate, _)? = queue.first, let next = queue.popFirst() { intents.append(next) }
      for (offset, intent) in intents.enumerated() {
        guard case .change(.mutate(let parts), _) = intent else { continue }
        let mutation = Mutation(
          id: nextID + Int64(offset), client: client, number: nextNumber + Int64(offset), parts)
        write.mutations.append(mutation.renamed(by: contents.aliases, in: database) ?? mutation)
      }
      write.touched = write.mutations.flatMap(\.parts.keys)
      // `replay` does not need to record what was sent, which would cost one more write per push. The next process may
      // have another policy, so all mutations count as sent.
      if conflict.isReplay { write.lastSent = write.mutations.last?.id }
    case .change(.reset(let outbox), _):
      write.rows = .clear
      write.seeds = !contents.isSeeded
      if outbox {
        write.completed = contents.outbox.map(\.id)
        write.buried = contents.deadLetters.keys.sorted()
      } else {
        write.touched = contents.outbox.flatMap(\.parts.keys)
        // The rows that the mutations were based on are removed, so conflicts can no longer be detected.
        write.lastSent = contents.lastMutation
      }
    case .change(.filter(let filter, let collection), let waiter):
      write.show(contents.filter.shown.with(filter, of: collection), over: contents)
      if write == CacheWrite() { return answer(waiter, .done(0)) }
    case .change(.bury(let ids), _): write.buried = ids
    case .change(.revive(let ids, let amendment), let waiter):
      if let failure = fault(inReviving: ids, amendment, contents) { return answer(waiter, .failed(failure)) }
      let parts = amendment.flatMap { amended(by: $0, ids, contents) }
      write.revived = ids.enumerated().map { offset, letter in
        Revival(
          letter, as: nextID + Int64(offset), client: client, number: nextNumber + Int64(offset), parts: parts)
      }
      write.touched = ids.flatMap { contents.deadLetters[$0]?.parts.keys ?? [] } + (parts?.keys ?? [])
      if conflict.isReplay { write.lastSent = write.revived.last?.id }
    case .seed(let seed):
      write.seeds = true
      write.changes = seed?.rows.map(RowChange.put) ?? []
      if seed != nil { fillFilterOfSeed(&write, over: contents) }
      // A token of an unknown epoch may belong to other data than the known epoch.
      guard let seed, let token = seed.token, seed.epoch != nil || contents.epoch == nil else { break }
      write.token = token
      write.epoch = seed.epoch
      guard let epoch = seed.epoch, epoch != contents.epoch else { break }
      write.unacknowledged = contents.outbox.acknowledged { _ in true }.map(\.id)
    case .sending(let ids):
      write.lastSent = max(contents.lastSent, ids.max() ?? 0)
      write.unmade = contents.unmade.subtracting(ids)
    case .outcomes(let outcomes):
      guard let outcomes = readyToWrite(outcomes, contents) else { return }
      fill(&write, with: outcomes, over: contents)
    case .page(let page):
      guard let page = readyToWrite(page, contents) else { return }
      fill(&write, with: page, over: contents)
      if write == CacheWrite() { return continueAfter(page) }
    case .outbox: break
    }
    // A new cache has no records of the rows that only the outbox has. Touching these rows creates the records, so that
    // they are delivered.
    if !contents.hasRows, write.rows != .clear { write.touched += contents.outbox.flatMap(\.parts.keys) }
    write.waiting = waiting(after: write, contents)
    access = .writing(intents, write)
    commands.append(.commit(write))
  }

  mutating func committed(_ result: Result<Int64, CacheFailure>) {
    guard case .writing(let intents, let write) = access else { return }
    access = nil
    switch result {
    case .success(let revision):
      contents?.apply(write, revision: revision)
      if !write.refused.isEmpty || !write.revived.isEmpty || !write.buried.isEmpty {
        deadRevision = revision
        countDead()
      }
      isQuarantined = false
      for (offset, intent) in intents.enumerated() {
        let id = write.mutations.indices.contains(offset) ? write.mutations[offset].id : write.revived.last?.id ?? 0
        written(intent, write, revision, mutation: id)
      }
    case .failure(let failure) where failure.code == .corrupt && !isQuarantined && !isStopped:
      for intent in intents.reversed() where intent.isLocal { queue.prepend(intent) }
      quarantine()
    case .failure(let failure):
      for case .change(_, let waiter) in intents { answer(waiter, .failed(SyncFailure(failure.message))) }
      guard !isStopped else { return }
      if failure.code == .corrupt { return openingFailed(failure) }
      if intents.contains(where: { !$0.isLocal }) { failed(failure.message, code: failure.code.rawValue) }
    }
  }

  /// Returns why dead letters cannot become mutations; nil if they can.
  private func fault(
    inReviving ids: [Int64], _ amendment: LocalChange.Amendment?, _ contents: CacheContents
  ) -> SyncFailure? {
    if let id = ids.first(where: { contents.deadLetters[$0] == nil }) {
      return SyncFailure(
        "\(database.name): there is no dead letter \(id); it may have been retried or buried meanwhile, or never existed"
      )
    }
    let letters = ids.compactMap { contents.deadLetters[$0] }
    if amendment == nil, takesAll == false, letters.contains(where: { $0.parts.count > 1 }) { return cannotTakeAll }
    guard case .body? = amendment, let letter = letters.first else { return nil }
    let what = "\(database.name): amend of mutation \(letter.id)"
    if letter.parts.count > 1 {
      return SyncFailure("\(what), which has \(letter.parts.count) changes: a body is for one; give all changes")
    }
    guard letter.parts.head.operation == .delete else { return nil }
    return SyncFailure(
      "\(what), which deletes \"\(letter.parts.head.key)\": a deletion has no body; retry or bury it")
  }

  /// Returns the parts that an amendment makes of a dead letter.
  private func amended(
    by amendment: LocalChange.Amendment, _ ids: [Int64], _ contents: CacheContents
  ) -> OneOrMore<Mutation.Part>? {
    let parts: OneOrMore<Mutation.Part>?
    switch amendment {
    case .parts(let given): parts = given
    case .body(let body):
      let part = ids.first.flatMap { contents.deadLetters[$0]?.parts.head }
      parts = part.map { OneOrMore(Mutation.Part($0.operation, $0.key, body: body)) }
    }
    return parts?.mapped { $0.renamed(by: contents.aliases, in: database) ?? $0 }
  }

  private mutating func written(_ intent: Intent, _ write: CacheWrite, _ revision: Int64, mutation: Int64) {
    switch intent {
    case .change(let change, let waiter):
      answer(waiter, .done(mutation))
      guard !isStopped else { return }
      switch change {
      case .mutate, .revive:
        lastNumber += Int64(max(1, write.revived.count))
        // A halted engine would halt again, so it waits for a request of the app.
        if phase != .halted { isWanted = true }
      case .reset:
        forgetRows()
        lastFailure = nil
        isWanted = isWanted && contents?.outbox.isEmpty == false
        resume()
      case .filter: filterChanged()
      case .bury: break
      }
    case .seed:
      origins.seed = revision
      if !isStopped { resume() }
    case .sending, .outcomes:
      cycle?.isPulled = false
      cycle?.awaitsPageUntil = nil
      cycle?.reportedClients = []
      guard case .outcomes(let outcomes) = intent else { return }
      (attempts, isPushFailing) = (0, false)
      cycle?.acknowledged.formUnion(write.acknowledged.map(\.id))
      if !write.changes.isEmpty {
        origins.remote = revision
        cycle?.hasChanges = true
      }
      noteConflicts(outcomes.outcomes)
    case .outbox: break
    case .page(let page):
      if !bringsNothing(page.page), !isHeldUp { attempts = 0 }
      if write.rows != .stage, !write.changes.isEmpty || write.rows == .swap {
        origins.remote = revision
        cycle?.hasChanges = true
      }
      let keys = laidAside(with: page)
      staging?.token = page.page.next
      if let epoch = page.page.epoch { staging?.epoch = epoch }
      staging?.keys = keys
      if !page.page.hasMore { staging = nil }
      continueAfter(page)
    }
  }
}
