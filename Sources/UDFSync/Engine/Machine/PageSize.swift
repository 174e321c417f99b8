/// Chooses the number of rows to request in a page, from the transfer time and the row size of earlier pages.
///
/// A page should take about a second and have at most four megabytes: then the app can show rows soon, and a broken
/// connection loses little. The time until the server starts to answer does not count, because smaller pages would not
/// reduce it.
struct PageSize: Sendable, Hashable {
  /// Seconds that a page should take from its first byte to its last.
  static let seconds = 1.0
  /// Bytes of rows that a page should have at most.
  static let bytes = 4 << 20
  /// The maximum factor by which the number of rows grows or shrinks from page to page.
  private static let step = 4.0
  private static let mostRows = 1 << 20

  /// A small first page, so that rows appear soon even over a slow connection.
  private var rows = 200
  /// The mean size of a row of the last page, in bytes.
  private var rowBytes = 0
  /// The shortest duration of a page, in seconds: an estimate of the fixed cost of any request.
  private var shortest = Double.infinity

  /// Returns the number of rows to request: at least one, at most `most`. `rowBytes` is the expected size of a row.
  func limit(atMost most: Int, rowBytes expected: Int) -> Int {
    max(1, min(most, rows, Self.bytes / max(1, rowBytes, expected)))
  }

  /// Adjusts the size after a page that arrived this many seconds after its request.
  ///
  /// - Parameter transfer: seconds from its first byte to its last; nil if the remote does not report bytes.
  mutating func received(_ changes: [RowChange], requested: Int, after seconds: Double, transfer: Double?) {
    guard !changes.isEmpty else { return }
    rowBytes = changes.reduce(0) { $0 + $1.bytes } / changes.count
    shortest = min(shortest, seconds)
    let factor = min(Self.step, max(1 / Self.step, Self.seconds / max(0, transfer ?? seconds - shortest)))
    if factor < 1 {
      rows = max(1, min(requested, Int(Double(changes.count) * factor)))
    } else if changes.count >= requested {
      // A page that was not full does not show how long a larger one would take.
      rows = min(Self.mostRows, max(rows, Int(Double(requested) * factor)))
    }
  }

  /// Adjusts the size after a page of this many rows that did not arrive completely.
  mutating func failed(requested: Int) { rows = max(1, Int(Double(requested) / Self.step)) }
}

extension RowChange {
  fileprivate var bytes: Int {
    switch self {
    case .put(let row): row.body.count
    case .delete(let key, _): key.description.utf8.count
    }
  }
}
