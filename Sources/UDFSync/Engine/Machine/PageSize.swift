/// Chooses how many rows a page is asked for, by how long the pages before took on the line and how large their rows were.
///
/// A page should take about a second, so that what has come is shown soon and a line that breaks loses little, and have at most
/// four megabytes. What a server needs before it answers does not count: smaller pages would not make it quicker.
struct PageSize: Sendable, Hashable {
  /// Seconds that a page should take from its first byte to its last.
  static let seconds = 1.0
  /// Bytes of rows that a page should have at most.
  static let bytes = 4 << 20
  /// By how much a page may be larger or smaller than the one before.
  private static let step = 4.0
  private static let mostRows = 1 << 20

  /// Few at first, so that something is shown soon also where the line is slow.
  private var rows = 200
  /// Bytes of a row of the last page.
  private var rowBytes = 0
  /// The shortest time that a page has taken, which is the least that the line needs for any.
  private var shortest = Double.infinity

  /// The number of rows to ask for: at least one, at most `most`. `rowBytes` is what they are expected to have.
  func limit(atMost most: Int, rowBytes expected: Int) -> Int {
    max(1, min(most, rows, Self.bytes / max(1, rowBytes, expected)))
  }

  /// Learns from a page that came so many seconds after it was asked for.
  ///
  /// - Parameter transfer: seconds from its first byte to its last; nil if the remote does not tell.
  mutating func received(_ changes: [RowChange], asked: Int, after seconds: Double, transfer: Double?) {
    guard !changes.isEmpty else { return }
    rowBytes = changes.reduce(0) { $0 + $1.bytes } / changes.count
    shortest = min(shortest, seconds)
    let factor = min(Self.step, max(1 / Self.step, Self.seconds / max(0, transfer ?? seconds - shortest)))
    if factor < 1 {
      rows = max(1, min(asked, Int(Double(changes.count) * factor)))
    } else if changes.count >= asked {
      // Of a page that was not full it is not known how long a larger one would take.
      rows = min(Self.mostRows, max(rows, Int(Double(asked) * factor)))
    }
  }

  /// Learns that a page of so many rows did not come whole.
  mutating func failed(asked: Int) { rows = max(1, Int(Double(asked) / Self.step)) }
}

extension RowChange {
  fileprivate var bytes: Int {
    switch self {
    case .put(let row): row.body.count
    case .delete(let key, _): key.description.utf8.count
    }
  }
}
