/// Passes everything to a closure.
final class EventClosure: EventListener {
  let commits: CommitInterest
  let showsProblems = true
  private let body: (HostEvent) -> Void

  init(commits: CommitInterest, _ body: @escaping (HostEvent) -> Void) {
    self.commits = commits
    self.body = body
  }

  func didEmit(_ event: HostEvent) { body(event) }
  func didDispatch(_ n: Int, _ status: Status, _ record: () -> ActionRecord) { body(.action(record())) }
}
