import DequeModule
import UDFLog

/// The last entries of the log that the state contains, and which actions they are.
struct SharedWindow {
  struct Entry {
    let place: LogPlace
    /// The number of the action in the history; 0 for a command.
    let n: Int
    /// Whether this host sent it.
    let isOwn: Bool
  }

  /// How many positions back an undo can remove an action.
  static let reach: Int64 = 1000

  /// Their positions have no gaps.
  private(set) var entries: Deque<Entry> = []

  mutating func add(_ entry: Entry) { entries.append(entry) }

  mutating func removeAll() { entries.removeAll() }

  /// Removes what is more than two reaches old. An undo reaches back one, and snapshots need what follows the entries before it.
  mutating func trim() {
    guard let last = entries.last?.place.position else { return }
    while let first = entries.first, first.place.position <= last - 2 * SharedWindow.reach { entries.removeFirst() }
  }

  /// The entry at a position; nil: it is not in the window.
  subscript(position: Int64) -> Entry? {
    guard let first = entries.first?.place.position, position >= first, position - first < entries.count else {
      return nil
    }
    return entries[Int(position - first)]
  }

  /// The entries after a position.
  func after(_ position: Int64) -> Deque<Entry>.SubSequence {
    guard let first = entries.first?.place.position else { return entries[...] }
    return entries.dropFirst(Int(max(0, min(Int64(entries.count), position - first + 1))))
  }
}
