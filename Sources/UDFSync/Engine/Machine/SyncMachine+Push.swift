import UDF

extension SyncMachine {
  /// The number of consecutive conflicts that makes a mutation a dead letter.
  static let mostConflicts = 8

  mutating func pushed(_ number: Int, _ result: Result<PushReply, RemoteFailure>) {
    guard let flight, flight.number == number, case .push(let sent) = flight.content else { return }
    self.flight = nil
    isPushFailing = true
    switch result {
    case .failure(let failure): notPushed(sent, failure)
    case .success(let reply):
      let answered = reply.outcomes.map(\.id)
      if answered.isEmpty {
        garbled("was sent \(sent.count) mutations and answered for none")
      } else if !sent.map(\.number).starts(with: answered) {
        garbled("was sent mutations \(listed(sent.map(\.number))) and answered for \(listed(answered))")
      } else if let fault = wrongResult(sent, reply) {
        garbled(fault)
      } else {
        let outcomes = zip(sent, reply.outcomes).map { ($0.id, $1.outcome) }
        queue.append(.outcomes(OutcomesToWrite(Dictionary(outcomes) { $1 })))
      }
    }
  }

  /// Handles a failed push. A failure of one mutation must not block the other mutations or the next pull.
  private mutating func notPushed(_ sent: [PendingMutation], _ failure: RemoteFailure) {
    switch failure.code {
    case .refused:
      cycle?.isAlone = sent.count > 1
      guard sent.count == 1 else { return }
      var outcome = PushReply.Outcome.rejected(code: "refused", message: failure.message)
      if let refusal = failure.refusal {
        outcome = .rejected(code: refusal.code, message: refusal.message)
      }
      queue.append(.outcomes(OutcomesToWrite([sent[0].id: outcome])))
    case .unsupported: cycle?.pushProblem = failure
    default: failed(failure)
    }
  }

  /// Returns what is wrong with the first answer that does not fit its mutation; nil: every answer fits. Only a `put`
  /// can get a new key; later mutations of the same row then have this key too. So can a row whose key the server gave:
  /// a server that was restored from a backup may have given it another key since.
  private func wrongResult(_ sent: [PendingMutation], _ reply: PushReply) -> String? {
    var given: [RowKey: RowKey] = [:]
    for (mutation, answer) in zip(sent, reply.outcomes) {
      guard answer.outcome.fits(mutation.parts.count) else {
        return
          "answered mutation \(mutation.number) with another number of results than its \(mutation.parts.count) changes"
      }
      if case .conflict(let rows) = answer.outcome,
        let row = rows.first(where: { !mutation.parts.keys.contains($0.key) })
      {
        return "answered mutation \(mutation.number) of \(mutation.rowNames) with a conflict and the row \"\(row.key)\""
      }
      for (index, part) in mutation.parts.enumerated() {
        let (key, isGiven): (RowKey, Bool)
        switch answer.outcome.part(index) {
        case .stored(let change): (key, isGiven) = (change.key, change.body != nil)
        case .keyed(let new): (key, isGiven) = (RowKey(new.key, in: part.key.collection), true)
        case .applied, .all, .conflict, .rejected: continue
        }
        guard key != part.key else { continue }
        if isGiven, part.operation == .put || contents?.aliases.hasAssigned(part.key) == true { given[part.key] = key }
        let expected = given[part.key] ?? part.key
        guard key != expected else { continue }
        return
          "answered mutation \(mutation.number), a \(part.operation.rawValue) of \"\(part.key)\", with the key \"\(key)\"; "
          + "it must answer with \"\(expected)\", because only a put can get a new key"
      }
    }
    return nil
  }

  /// Makes dead letters of mutations that the server cannot make as a whole, because their parts must not be sent
  /// separately.
  mutating func refuseAll(_ mutations: [PendingMutation]) {
    let outcomes = mutations.map { ($0.id, PushReply.Outcome.rejected(code: "all", message: cannotTakeAll.message)) }
    queue.append(.outcomes(OutcomesToWrite(Dictionary(outcomes) { $1 })))
    useCache()
  }

  private func listed(_ ids: [Int64]) -> String {
    ids.prefix(5).map(String.init).joined(separator: ", ") + (ids.count > 5 ? " …" : "")
  }

  /// Records which mutations must be resolved with the server's rows before they are sent again.
  ///
  /// After the first conflict the cycle pulls at once. After each further one the cycle ends and starts again later, so
  /// that a server whose rows never show the change gets no request loop.
  mutating func noteConflicts(_ outcomes: [Int64: PushReply.Outcome]) {
    for (id, outcome) in outcomes {
      guard case .conflict(let rows) = outcome, contents?.outbox[id] != nil else {
        conflicts[id] = nil
        continue
      }
      conflicts[id, default: 0] += 1
      for row in rows { conflictRows[row.key] = row }
      cycle?.isOutdated = true
    }
    guard let id = outcomes.keys.filter({ conflicts[$0, default: 0] > 1 }).min(), let mutation = contents?.outbox[id]
    else { return }
    attempts = conflicts[id, default: 0]
    failed(
      "\(database.name): the server answered mutation \(mutation.number) of \(mutation.rowNames) with a conflict \(attempts) times; "
        + "it is sent again later; if it conflicts each time, check that a pull returns the row and version that the server compares"
    )
  }

  func fill(
    _ write: inout CacheWrite, with outcomes: OutcomesToWrite, over contents: CacheContents
  ) {
    for (id, outcome) in outcomes.outcomes.sorted(by: { $0.key < $1.key }) {
      guard let mutation = contents.outbox[id] else { continue }
      switch outcome {
      case .applied, .keyed, .stored, .all:
        write.acknowledged.append(
          Acknowledgement(
            id,
            rowChecksums: mutation.parts.indices.map {
              note(outcome.part($0), of: mutation.parts[$0].key, &write, contents)
            }))
      case .conflict:
        guard let message = hopelessness(of: id, outcome, outcomes.rows, contents) else { continue }
        write.refused.append(Refusal(id, code: "conflict", message: message, since: now.wall))
        write.touched += mutation.parts.keys
      case .rejected(let code, let message):
        write.refused.append(Refusal(id, code: code, message: message, since: now.wall))
        write.touched += mutation.parts.keys
      }
    }
    let unmade = outcomes.outcomes.filter { if case .conflict = $0.value { true } else { false } }.keys
    write.unmade = contents.unmade.union(unmade).subtracting(write.refused.map(\.id)).filter {
      contents.outbox[$0] != nil
    }
    rename(&write, with: outcomes, over: contents)
  }

  /// Returns why a mutation that the server has answered with a conflict cannot be made; nil if it is sent again.
  private func hopelessness(
    of id: Int64, _ outcome: PushReply.Outcome, _ rows: [StoredRow], _ contents: CacheContents
  ) -> String? {
    let filter = contents.filter
    let hidden = keysInDoubt(id, outcome, contents).first { key in
      guard let row = rows.first(where: { $0.key == key }), let body = row.body else { return true }
      return row.isLeftOver || filter.isInToken && !filter.shown.matches(key, body)
    }
    if let hidden {
      return
        "\"\(hidden)\": the server's row has changed since this change was made, and a pull does not return it, because it "
        + "does not match \(filter.shown[hidden.collection]?.json ?? "the parameters"); the remote can return the row with the conflict"
    }
    guard conflicts[id, default: 0] + 1 >= Self.mostConflicts else { return nil }
    return "the server's row changed before each of \(Self.mostConflicts) tries to send this"
  }

  /// The rows of a mutation that conflicts for the second time which the server has not returned and a pull may not bring,
  /// because the collection has parameters.
  func keysInDoubt(_ id: Int64, _ outcome: PushReply.Outcome, _ contents: CacheContents) -> [RowKey] {
    guard case .conflict(let rows) = outcome, conflicts[id] != nil, let mutation = contents.outbox[id] else {
      return []
    }
    return mutation.parts.keys.filter { key in
      contents.filter.shown[key.collection]?.isAll == false && !rows.contains { $0.key == key }
    }
  }

  /// Records the server's answer for a part that it has made. Returns the checksum of the row in the answer.
  private func note(
    _ outcome: PushReply.Outcome, of key: RowKey, _ write: inout CacheWrite, _ contents: CacheContents
  ) -> Int64? {
    switch outcome {
    case .keyed(let given): write.touched.append(RowKey(given.key, in: key.collection))
    case .stored(let change):
      write.changes.append(change)
      // A seed that could not be read before must not overwrite the server's rows later.
      write.seeds = !contents.isSeeded
      write.touched.append(change.key)
      return StoredRow.checksum(of: change.body)
    case .applied, .all, .conflict, .rejected: break
    }
    return nil
  }
}
