// What comes of a push.
extension SyncMachine {
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
      } else {
        let outcomes = zip(sent, reply.outcomes).map { ($0.id, $1.outcome) }
        queue.append(.outcomes(Dictionary(outcomes) { $1 }))
      }
    }
  }

  /// What is wrong with one mutation is not to keep the others from the server, nor the server's rows from being fetched.
  private mutating func notPushed(_ sent: [Mutation], _ failure: RemoteFailure) {
    switch failure.code {
    case .refused:
      cycle?.isAlone = sent.count > 1
      guard sent.count == 1 else { return }
      queue.append(.outcomes([sent[0].id: .rejected(code: "refused", message: failure.message)]))
    case .unsupported: cycle?.pushProblem = failure
    default: failed(failure)
    }
  }

  private func listed(_ ids: [Int64]) -> String {
    ids.prefix(5).map(String.init).joined(separator: ", ") + (ids.count > 5 ? " …" : "")
  }

  func fill(
    _ write: inout CacheWrite, with outcomes: [Int64: PushReply.Outcome], over contents: CacheContents
  ) {
    for var mutation in contents.outbox {
      switch outcomes[mutation.id] {
      case nil: continue
      case .applied:
        mutation.isAcknowledged = true
        write.mutations.append(mutation)
      case .rejected(let code, let message):
        write.settled.append(mutation.id)
        write.deadLetters.append(DeadLetter(mutation, code: code, message: message))
        write.touched.append(mutation.key)
      }
    }
  }
}
