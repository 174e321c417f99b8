import UDF

// What comes of a push.
extension SyncMachine {
  /// How many conflicts in a row make a mutation a dead letter.
  static let mostConflicts = 8

  mutating func pushed(_ number: Int, _ result: Result<PushReply, RemoteFailure>) {
    guard let flight, flight.number == number, case .push(let sent) = flight.content else { return }
    self.flight = nil
    switch result {
    case .failure(let failure): notPushed(sent, failure)
    case .success(let reply):
      let answered = reply.outcomes.map(\.id)
      if answered.isEmpty {
        garbled("was sent \(sent.count) mutations and answered for none")
      } else if !sent.map(\.number).starts(with: answered) {
        garbled("was sent mutations \(listed(sent.map(\.number))) and answered for \(listed(answered))")
      } else if let fault = foreignKey(sent, reply) {
        garbled(fault)
      } else {
        let outcomes = zip(sent, reply.outcomes).map { ($0.id, $1.outcome) }
        queue.append(.outcomes(OutcomesToWrite(Dictionary(outcomes) { $1 })))
      }
    }
  }

  /// What is wrong with one mutation is not to keep the others from the server, nor the server's rows from being fetched.
  private mutating func notPushed(_ sent: [PendingMutation], _ failure: RemoteFailure) {
    switch failure.code {
    case .refused:
      cycle?.isAlone = sent.count > 1
      guard sent.count == 1 else { return }
      queue.append(.outcomes(OutcomesToWrite([sent[0].id: .rejected(code: "refused", message: failure.message)])))
    case .unsupported: cycle?.pushProblem = failure
    default: failed(failure)
    }
  }

  /// What is wrong with the first answer that has a key which its mutation cannot have; nil: every answer fits. Only a `put` can get a
  /// new key, which the later mutations of its row then have as well.
  private func foreignKey(_ sent: [PendingMutation], _ reply: PushReply) -> String? {
    var given: [EntityKey: EntityKey] = [:]
    for (mutation, answer) in zip(sent, reply.outcomes) {
      let (key, isGiven): (EntityKey, Bool)
      switch answer.outcome {
      case .stored(let change): (key, isGiven) = (change.key, change.body != nil)
      case .keyed(let new): (key, isGiven) = (new.key, true)
      case .applied, .conflict, .rejected: continue
      }
      guard key != mutation.key else { continue }
      if mutation.operation == .put, isGiven { given[mutation.key] = key }
      let expected = given[mutation.key] ?? mutation.key
      guard key != expected else { continue }
      return
        "answered mutation \(mutation.number), a \(mutation.operation.rawValue) of \"\(mutation.key)\", with the key \"\(key)\"; "
        + "it must answer with \"\(expected)\", because only a put can get a new key"
    }
    return nil
  }

  private func listed(_ ids: [Int64]) -> String {
    ids.prefix(5).map(String.init).joined(separator: ", ") + (ids.count > 5 ? " …" : "")
  }

  /// Notes which mutations have to be resolved with the server's rows before they are sent again.
  ///
  /// The first time the cycle pulls at once. Each further time it ends and begins again later, so that a server whose rows never
  /// show the change is not asked without a pause.
  mutating func noteConflicts(_ outcomes: [Int64: PushReply.Outcome]) {
    for (id, outcome) in outcomes {
      guard outcome == .conflict, contents?.outbox[id] != nil else {
        conflicts[id] = nil
        continue
      }
      conflicts[id, default: 0] += 1
      cycle?.isOutdated = true
    }
    guard let id = outcomes.keys.filter({ conflicts[$0, default: 0] > 1 }).min(), let mutation = contents?.outbox[id]
    else { return }
    attempts = conflicts[id, default: 0]
    failed(
      "\(collection.name): the server answered mutation \(mutation.number) of \"\(mutation.key)\" with a conflict \(attempts) times; "
        + "it is sent again later; if it conflicts each time, check that a pull returns the row and version that the server compares"
    )
  }

  func fill(
    _ write: inout CacheWrite, with outcomes: OutcomesToWrite, over contents: CacheContents
  ) {
    for (id, outcome) in outcomes.outcomes.sorted(by: { $0.key < $1.key }) {
      guard let mutation = contents.outbox[id] else { continue }
      switch outcome {
      case .applied: write.acknowledged.append(Acknowledgement(id))
      case .keyed(let given):
        write.acknowledged.append(Acknowledgement(id))
        write.touched.append(given.key)
      case .stored(let change):
        write.acknowledged.append(Acknowledgement(id, rowChecksum: StoredRow.checksum(of: change.body)))
        write.changes.append(change)
        // A seed must not come later over what the server gave.
        write.seeds = !contents.isSeeded
        write.touched.append(change.key)
      case .conflict:
        guard conflicts[id, default: 0] + 1 >= Self.mostConflicts else { continue }
        let message = "the server's row changed before each of \(Self.mostConflicts) tries to send this"
        write.refused.append(Refusal(id, code: "conflict", message: message, since: now.wall))
        write.touched.append(mutation.key)
      case .rejected(let code, let message):
        write.refused.append(Refusal(id, code: code, message: message, since: now.wall))
        write.touched.append(mutation.key)
      }
    }
    let unmade = outcomes.outcomes.filter { $0.value == .conflict }.keys
    write.unmade = contents.unmade.union(unmade).subtracting(write.refused.map(\.id)).filter {
      contents.outbox[$0] != nil
    }
    rename(&write, with: outcomes, over: contents)
  }
}
