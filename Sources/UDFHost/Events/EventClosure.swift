/// Passes everything to a closure.
final class EventClosure: EventListener {
  let receivesCommits: Bool
  private let body: (HostEvent) -> Void

  init(receivesCommits: Bool, _ body: @escaping (HostEvent) -> Void) {
    self.receivesCommits = receivesCommits
    self.body = body
  }

  func didEmit(_ event: HostEvent) { body(event) }
  func didDispatch(_ n: Int, _ status: Status, _ record: () -> ActionRecord) { body(.action(record())) }
}
