extension Recorded {
  /// Visits the edits between two positions, one of which must be the present position. For each it passes the number
  /// of the value, which does not change, its key path, and the edit if the value records its own edits. The order is
  /// unspecified. It is cheaper than ``edits(_:)``.
  package func visit(_ range: Range<Int>, _ body: Visit) { journal.visit(range, body) }

  /// Writes as one transaction. If the body throws, nothing is written. Returns the positions before and after.
  @inlinable @inline(__always)
  package mutating func transact(_ body: (inout Recorded) throws -> Void) throws -> Range<Int> {
    own()
    let start = journal.position
    journal.isHeld = true
    do { try body(&self) } catch {
      // A journal that replaced this one is not held.
      if journal.isHeld {
        journal.isHeld = false
        rollback(to: start)
      }
      throw error
    }
    guard journal.isHeld else { throw RecordedReplaced() }
    journal.isHeld = false
    return start..<journal.position
  }

  /// Calls `body` with the address of the state, which it may only read. In generic code, ``value`` would be copied.
  @inlinable package mutating func withState<Result>(_ body: (UnsafeRawPointer) throws -> Result) rethrows -> Result {
    try withUnsafePointer(to: &current) { try body($0) }
  }

  package typealias Visit = (_ place: Int, _ keyPath: AnyKeyPath, _ edit: Any?) -> Void
}

/// The error of a reducer that replaced its `Recorded` by another one.
@usableFromInline struct RecordedReplaced: Error, CustomStringConvertible {
  @inlinable init() {}

  @usableFromInline var description: String {
    "the reducer put another Recorded in place of the state, and with it went the history of this feature"
      + "\n  To fix this, write the whole state as state.value = …"
  }
}

extension Journal {
  fileprivate func visit(_ range: Range<Int>, _ body: (Int, AnyKeyPath, Any?) -> Void) {
    let range = range.clamped(to: start..<end)
    let isStanding = range.upperBound <= position
    // For each column, the number of its notes between the present position and the visited one.
    var passed: [Int: Int] = [:]
    for step in 0..<range.count {
      let column = column(before: isStanding ? range.upperBound - step : range.lowerBound + step + 1)
      let between = passed[column.number] ?? 0
      if step + 1 < range.count { passed[column.number] = between + 1 }
      body(
        column.number, column.keyPath,
        column.edit(isStanding ? column.standing - 1 - between : column.standing + between))
    }
  }
}
