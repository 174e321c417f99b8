import Platform

/// Holds the answers of services, posted on any thread, until the host's owner takes them.
///
/// Not a `Mailbox`: that delivers the actions and the ends of Swift effects in one order with what handles send, wakes its
/// owner and lets tasks wait for it. An answer has none of that: it resumes the one coroutine that has its ticket, the host's
/// bell wakes the owner, and an answer that comes too late is simply not used.
final class CallInbox: Sendable {
  struct Answer: Sendable {
    var task: LuaMachine.TaskID
    var ticket: Int
    var outcome: CallOutcome
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
