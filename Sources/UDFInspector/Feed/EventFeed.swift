import UDFHost

/// Collects the events of a host until they are sent to pages, once a turn.
///
/// A committed action is only counted here and read from the history later, so that an open page hardly slows a
/// dispatch down. If the history no longer contains an action, or has changed it meanwhile, the pages receive the whole
/// history again.
final class EventFeed: EventListener {
  /// The collected events, in order.
  enum Item {
    /// The numbers of committed actions.
    case actions(ClosedRange<Int>)
    case event(HostEvent)
  }

  private static let eventLimit = 10_000

  let commits = CommitInterest.numbers
  /// A page may be open while a program runs unattended.
  let showsProblems = false
  private var items: [Item] = []
  private var dropped = 0
  /// Called when the first item after ``take()`` was added.
  private let onFirstItem: () -> Void

  init(onFirstItem: @escaping () -> Void) { self.onFirstItem = onFirstItem }

  func didDispatch(_ n: Int, _ status: Status, _ record: () -> ActionRecord) {
    guard status == .committed else { return add(.event(.action(record()))) }
    if case .actions(let range)? = items.last, range.upperBound == n - 1 {
      items[items.count - 1] = .actions(range.lowerBound...n)
    } else {
      add(.actions(n...n))
    }
  }

  func didEmit(_ event: HostEvent) {
    // Only the newest progress is kept.
    if case .progress = event, case .event(.progress)? = items.last { items.removeLast() }
    add(.event(event))
  }

  private func add(_ item: Item) {
    guard items.count < EventFeed.eventLimit else {
      dropped += 1
      return
    }
    items.append(item)
    if items.count == 1 { onFirstItem() }
  }

  /// Returns the items since the last call, and the number of items that were dropped because there were too many.
  func take() -> (items: [Item], dropped: Int) {
    defer { (items, dropped) = ([], 0) }
    return (items, dropped)
  }
}
