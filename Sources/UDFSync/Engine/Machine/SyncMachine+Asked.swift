import UDF

// What is asked from above.
extension SyncMachine {
  mutating func openAsked(_ waiter: SyncEvent.Waiter) {
    if isStopped { return tell(waiter, .failed(stopped)) }
    if contents != nil, phase != .seeding { return tell(waiter, .done(0)) }
    openers.append(waiter)
    if contents == nil { begin() }
  }

  mutating func pullAsked(_ waiter: SyncEvent.Waiter, force: Bool) {
    if isStopped { return tell(waiter, .pulled(.cancelled)) }
    pullers.append((waiter, force))
    switch phase {
    case .waiting where now.uptime < notBefore: tellPullers(.failed(problem ?? leftAlone))
    case .waiting, .halted:
      isWanted = true
      begin()
    case .closed: begin()
    // The cycle takes them along, also one that was to end since nobody else waits any more.
    case .pushing, .pulling: isWanted = true
    // Where it rests, it is looked at after every event.
    case .opening, .seeding, .idle: break
    }
  }

  mutating func pullCancelled(_ waiter: SyncEvent.Waiter) {
    guard let place = pullers.firstIndex(where: { $0.waiter == waiter }) else { return }
    pullers.remove(at: place)
    tell(waiter, .pulled(.cancelled))
    // What waits in the outbox needs the cycle as well.
    guard pullers.isEmpty, let contents, contents.outbox.isEmpty else { return }
    isWanted = false
    // What has come already is written; the cycle ends then.
    if flight != nil { endCycle() }
  }

  mutating func changeAsked(_ change: LocalChange, _ waiter: SyncEvent.Waiter) {
    if isStopped { return tell(waiter, .failed(stopped)) }
    if let failure = fault(in: change) { return tell(waiter, .failed(failure)) }
    if case .reset = change {
      // What a request brings that is under way, or has come and is not yet written, is of what is to be cleared.
      endRequests()
      queue.dropReplies()
      tellPullers(.cancelled)
    }
    queue.append(.change(change, waiter))
    if contents == nil { begin() }
  }

  mutating func stopAsked(_ waiter: SyncEvent.Waiter) {
    stoppers.append(waiter)
    if isStopped {
      if !isHeld, access == nil { tellStoppers() }
      return
    }
    isStopped = true
    isWanted = false
    endRequests()
    tellPullers(.cancelled)
    tellOpeners(.failed(stopped))
    failChanges(stopped)
    queue = IntentQueue()
    phase = .closed
    if !isHeld, access == nil { tellStoppers() }
  }

  mutating func tellPullers(_ outcome: PullOutcome) {
    for (waiter, _) in pullers { tell(waiter, .pulled(outcome)) }
    pullers = []
  }

  mutating func tellOpeners(_ answer: SyncCommand.Answer) {
    for waiter in openers { tell(waiter, answer) }
    openers = []
  }

  mutating func tellStoppers() {
    for waiter in stoppers { tell(waiter, .done(0)) }
    stoppers = []
  }

  mutating func failChanges(_ failure: SyncFailure) {
    for waiter in queue.dropChanges() { tell(waiter, .failed(failure)) }
  }

  var stopped: SyncFailure {
    SyncFailure("\(collection.name): the engine has been stopped; make another one to go on")
  }

  var notOpen: String { "\(collection.name): the cache is being opened anew; ask again when its status has changed" }

  private func fault(in change: LocalChange) -> SyncFailure? {
    switch change {
    case .mutate(let operation, let key, let body): fault(in: operation, key, body)
    case .revive(let ids, let body?):
      fault(in: body).map { SyncFailure("\(collection.name): amend of mutation \(ids[0]) has \($0)") }
    case .revive(_, nil), .reset, .bury: nil
    }
  }

  private func fault(in operation: Mutation.Operation, _ key: EntityKey, _ body: [UInt8]?) -> SyncFailure? {
    let what = "\(collection.name): \(operation) of \"\(key)\""
    // A page or a seed that has one is refused as a whole, and so would be the first that shows this row.
    guard key != EntityKey("") else { return SyncFailure("\(what) has an empty key; give the row one") }
    switch (operation, body) {
    case (.delete, nil): return nil
    case (.delete, _): return SyncFailure("\(what) has a body; a row is deleted by its key alone")
    case (_, nil): return SyncFailure("\(what) has no body; give it one JSON object")
    case (_, let body?): return fault(in: body).map { SyncFailure("\(what) has \($0)") }
    }
  }

  /// Why a body is no row and no patch; nil if it is one.
  private func fault(in body: [UInt8]) -> String? {
    do {
      _ = try options.merge(Array("{}".utf8), body)
      return nil
    } catch {
      return "a body that cannot be used: \(error); give it one JSON object"
    }
  }
}
