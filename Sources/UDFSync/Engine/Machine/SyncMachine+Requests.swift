import UDF

// Requests of the app.
extension SyncMachine {
  mutating func openAsked(_ waiter: SyncEvent.Waiter) {
    if isStopped { return answer(waiter, .failed(stopped)) }
    if contents != nil, phase != .seeding { return answer(waiter, .done(0)) }
    openers.append(waiter)
    if contents == nil { begin() }
  }

  mutating func pullAsked(_ waiter: SyncEvent.Waiter, force: Bool) {
    if isStopped { return answer(waiter, .pulled(.cancelled)) }
    pullers.append((waiter, force))
    switch phase {
    case .waiting where now.uptime < notBefore: answerPullers(.failed(problem ?? leftAlone))
    case .waiting, .halted:
      isWanted = true
      begin()
    case .closed: begin()
    // The cycle serves these callers too, even if it was about to end because no other caller waited.
    case .pushing, .pulling: isWanted = true
    // ``step()`` runs after every event and handles these phases.
    case .opening, .seeding, .idle: break
    }
  }

  mutating func pullCancelled(_ waiter: SyncEvent.Waiter) {
    guard let place = pullers.firstIndex(where: { $0.waiter == waiter }) else { return }
    pullers.remove(at: place)
    answer(waiter, .pulled(.cancelled))
    // Pending mutations need the cycle as well.
    guard pullers.isEmpty, let contents, contents.outbox.isEmpty else { return }
    isWanted = false
    // A response that has already arrived is written before the cycle ends.
    if flight != nil { endCycle() }
  }

  mutating func changeAsked(_ change: LocalChange, _ waiter: SyncEvent.Waiter) {
    if isStopped { return answer(waiter, .failed(stopped)) }
    if let failure = fault(in: change) { return answer(waiter, .failed(failure)) }
    if case .reset = change {
      // Responses that are expected or not yet written belong to the rows that are to be cleared.
      endRequests()
      queue.dropReplies()
      answerPullers(.cancelled)
    }
    queue.append(.change(change, waiter))
    if contents == nil { begin() }
  }

  mutating func stopAsked(_ waiter: SyncEvent.Waiter) {
    stoppers.append(waiter)
    if isStopped {
      if !isHeld, access == nil { answerStoppers() }
      return
    }
    isStopped = true
    isWanted = false
    endRequests()
    answerPullers(.cancelled)
    answerOpeners(.failed(stopped))
    failChanges(stopped)
    queue = IntentQueue()
    phase = .closed
    if !isHeld, access == nil { answerStoppers() }
  }

  mutating func answerPullers(_ outcome: PullOutcome) {
    for (waiter, _) in pullers { answer(waiter, .pulled(outcome)) }
    pullers = []
  }

  mutating func answerOpeners(_ answer: SyncCommand.Answer) {
    for waiter in openers { self.answer(waiter, answer) }
    openers = []
  }

  mutating func answerStoppers() {
    for waiter in stoppers { answer(waiter, .done(0)) }
    stoppers = []
  }

  mutating func failChanges(_ failure: SyncFailure) {
    for waiter in queue.dropChanges() { answer(waiter, .failed(failure)) }
  }

  var stopped: SyncFailure {
    SyncFailure("\(database.name): the engine was stopped; make a new one to continue")
  }

  var notOpen: String { "\(database.name): the cache is being opened again; retry when its status has changed" }

  private func fault(in change: LocalChange) -> SyncFailure? {
    switch change {
    case .mutate(let parts), .revive(_, .parts(let parts)?): fault(in: parts)
    case .revive(let ids, .body(let body)?):
      fault(in: body).map { SyncFailure("\(database.name): amend of mutation \(ids[0]) has \($0)") }
    case .revive(_, nil), .reset, .filter, .bury: nil
    }
  }

  private func fault(in parts: OneOrMore<Mutation.Part>) -> SyncFailure? {
    if parts.count > Mutation.mostParts {
      return SyncFailure(
        "\(database.name): a mutation has \(parts.count) changes; at most \(Mutation.mostParts) are allowed")
    }
    if parts.count > 1, takesAll == false { return cannotTakeAll }
    return parts.lazy.compactMap { part in
      guard database[part.key.collection] == nil else { return fault(in: part.operation, part.key, part.body) }
      return SyncFailure(
        "\(database.name): there is no collection \"\(part.key.collection)\"; it has \(database.names.joined(separator: ", "))"
      )
    }.first
  }

  /// The failure of a mutation of several rows that the server does not support.
  var cannotTakeAll: SyncFailure {
    SyncFailure(
      "\(database.name): the server of \(database.name) cannot apply several changes as one mutation; send each change alone"
    )
  }

  private func fault(in operation: Mutation.Operation, _ key: RowKey, _ body: [UInt8]?) -> SyncFailure? {
    let what = "\(database.title(of: key.collection)): \(operation) of \"\(key.key)\""
    // A page or seed with an empty key is refused as a whole, and so would be the page that shows this row.
    guard key.key != EntityKey("") else { return SyncFailure("\(what) has an empty key; give the row one") }
    switch (operation, body) {
    case (.delete, nil): return nil
    case (.delete, _): return SyncFailure("\(what) has a body; a row is deleted by its key alone")
    case (_, nil): return SyncFailure("\(what) has no body; give it one JSON object")
    case (_, let body?): return fault(in: body).map { SyncFailure("\(what) has \($0)") }
    }
  }

  /// Returns why a body is neither a row nor a patch; nil if it is one.
  private func fault(in body: [UInt8]) -> String? {
    do {
      _ = try options.merge(Array("{}".utf8), body)
      return nil
    } catch {
      return "a body that cannot be used: \(error); give it one JSON object"
    }
  }
}
