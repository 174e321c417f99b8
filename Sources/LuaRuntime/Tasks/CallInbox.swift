import Platform

/// Holds the answers of services, posted on any thread, until the host's owner takes them.
///
/// Not a `Mailbox`, which keeps the order of actions, wakes its owner and lets tasks wait for it. An answer needs none
/// of that: its ticket identifies the coroutine to resume, the host's bell wakes the owner, late answers are ignored.
final class CallInbox: Sendable {
  struct Answer: Sendable {
    var task: LuaMachine.TaskID
    var ticket: Int
    var outcome: CallOutcome
    /// The memory of the outcome, until it is used.
    var charge: MemoryCharge?
  }

  private let answers = Guarded<[Answer]>([])

  func post(_ answer: Answer) { answers.withLock { $0.append(answer) } }

  func count(where isMeant: (Answer) -> Bool) -> Int { answers.withLock { $0.count(where: isMeant) } }

  func take() -> [Answer] {
    answers.withLock { answers in
      defer { answers = [] }
      return answers
    }
  }
}
