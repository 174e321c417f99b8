import UDF

// What is written, each time made of the state as it then is, so that a commit that fails leaves nothing to be undone.
extension SyncMachine {
  mutating func writeNext() {
    guard let contents, let intent = queue.popFirst() else { return }
    var write = CacheWrite()
    var intents = [intent]
    let (nextID, nextNumber) = (contents.lastMutation + 1, lastNumber + 1)
    switch intent {
    case .change(.mutate, _):
      // Those that wait together are written together: a commit costs a disk's flush, whatever is in it.
      while case .change(.mutate, _)? = queue.first, let next = queue.popFirst() { intents.append(next) }
      let fields = KeyFields(of: collection)
      for (offset, intent) in intents.enumerated() {
        guard case .change(.mutate(let operation, let key, let body), _) = intent else { continue }
        let mutation = Mutation(
          id: nextID + Int64(offset), client: client, number: nextNumber + Int64(offset), operation, key, body: body)
        write.mutations.append(mutation.renamed(by: contents.aliases, in: fields) ?? mutation)
      }
      write.touched = write.mutations.map(\.key)
      // With the mutations and not before they are sent, which would be one more write for each; the next process may have
      // another policy.
      if conflict.isReplay { write.lastSent = write.mutations.last?.id }
    case .change(.reset(let outbox), _):
      write.rows = .clear
      write.seeds = !contents.isSeeded
      if outbox {
        write.settled = contents.outbox.map(\.id)
        write.buried = contents.deadLetters.keys.sorted()
      } else {
        write.touched = contents.outbox.map(\.key)
        // The rows that the mutations were made on are gone, so no conflict can be seen.
        write.lastSent = contents.lastMutation
      }
    case .change(.bury(let ids), _): write.buried = ids
    case .change(.revive(let ids, let body), let waiter):
      if let failure = fault(inReviving: ids, body, contents) { return tell(waiter, .failed(failure)) }
      let body = body.map { KeyFields(of: collection).renamed($0, by: contents.aliases) ?? $0 }
      write.revived = ids.enumerated().map { offset, letter in
        Revival(
          letter, as: nextID + Int64(offset), client: client, number: nextNumber + Int64(offset), body: body)
      }
      write.touched = ids.compactMap { contents.deadLetters[$0]?.key }
      if conflict.isReplay { write.lastSent = write.revived.last?.id }
    case .seed(let seed):
      write.seeds = true
      write.changes = seed?.rows.map(RowChange.put) ?? []
      // A token of an unknown epoch may belong to other data than the epoch that is known.
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
      if write == CacheWrite() { return pageTaken(page) }
    case .outbox: break
    }
    // A cache that began anew has none of the rows that only the outbox makes; nothing would tell of them.
    if !contents.hasRows, write.rows != .clear { write.touched += contents.outbox.map(\.key) }
    access = .writing(intents, write)
    commands.append(.commit(write))
  }

  mutating func committed(_ result: Result<Int64, CacheFailure>) {
    guard case .writing(let intents, let write) = access else { return }
    access = nil
    switch result {
    case .success(let revision):
      contents?.apply(write, revision: revision)
      if !write.refused.isEmpty || !write.revived.isEmpty || !write.buried.isEmpty { deadRevision = revision }
      isQuarantined = false
      for (offset, intent) in intents.enumerated() {
        let id = write.mutations.indices.contains(offset) ? write.mutations[offset].id : write.revived.last?.id ?? 0
        written(intent, write, revision, mutation: id)
      }
    case .failure(let failure) where failure.code == .corrupt && !isQuarantined && !isStopped:
      for intent in intents.reversed() where intent.isLocal { queue.prepend(intent) }
      quarantine()
    case .failure(let failure):
      for case .change(_, let waiter) in intents { tell(waiter, .failed(SyncFailure(failure.message))) }
      guard !isStopped else { return }
      if failure.code == .corrupt { return openingFailed(failure) }
      if intents.contains(where: { !$0.isLocal }) { failed(failure.message) }
    }
  }

  /// Why dead letters cannot become mutations; nil if they can.
  private func fault(inReviving ids: [Int64], _ body: [UInt8]?, _ contents: CacheContents) -> SyncFailure? {
    if let id = ids.first(where: { contents.deadLetters[$0] == nil }) {
      return SyncFailure(
        "\(collection.name): there is no dead letter \(id); it may have been retried or buried meanwhile, or never existed"
      )
    }
    guard body != nil, let letter = ids.first.flatMap({ contents.deadLetters[$0] }), letter.operation == .delete else {
      return nil
    }
    return SyncFailure(
      "\(collection.name): amend of mutation \(letter.id), which deletes \"\(letter.key)\": a deletion has no body; retry or "
        + "bury it")
  }

  private mutating func written(_ intent: Intent, _ write: CacheWrite, _ revision: Int64, mutation: Int64) {
    switch intent {
    case .change(let change, let waiter):
      tell(waiter, .done(mutation))
      guard !isStopped else { return }
      switch change {
      case .mutate, .revive:
        lastNumber += Int64(max(1, write.revived.count))
        // What halts the engine would halt it again; somebody has to ask.
        if phase != .halted { isWanted = true }
      case .reset:
        epoch += 1
        staging = nil
        equalAt = nil
        hasPulled = false
        problem = nil
        isWanted = isWanted && contents?.outbox.isEmpty == false
        resume()
      case .bury: break
      }
    case .seed:
      origins.seed = revision
      if !isStopped { resume() }
    case .sending, .outcomes:
      attempts = 0
      cycle?.isPulled = false
      cycle?.awaitsPageUntil = nil
      cycle?.heardOf = []
      guard case .outcomes(let outcomes) = intent else { return }
      cycle?.acknowledged.formUnion(write.acknowledged.map(\.id))
      if !write.changes.isEmpty {
        origins.remote = revision
        cycle?.hasChanges = true
      }
      noteConflicts(outcomes.outcomes)
    case .outbox: break
    case .page(let page):
      if !bringsNothing(page.page) { attempts = 0 }
      if write.rows != .stage, !write.changes.isEmpty || write.rows == .swap {
        origins.remote = revision
        cycle?.hasChanges = true
      }
      let keys = laidAside(with: page)
      staging?.token = page.page.next
      if let epoch = page.page.epoch { staging?.epoch = epoch }
      staging?.keys = keys
      if !page.page.hasMore { staging = nil }
      pageTaken(page)
    }
  }
}
