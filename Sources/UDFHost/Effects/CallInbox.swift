import LuaRuntime
import UDF
import UDFServices

/// Holds the answers of services, posted on any thread, until the host's owner takes them.
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
