extension Recorded {
  /// Visits what was written between two positions, of which one is where the journal stands: the number of each place,
  /// which it keeps, a key path that leads there, and the edit if the value there notes its own. In no certain order, and
  /// without what ``edits(_:)`` costs.
  package func visit(_ range: Range<Int>, _ body: Visit) { journal.visit(range, body) }

  /// Writes as one transaction; a body that throws has written nothing. Returns where the journal stood before and stands
  /// after.
  @inlinable @inline(__always)
  package mutating func transact(_ body: (inout Recorded) throws -> Void) throws -> Range<Int> {
    own()
    let start = journal.position
    journal.isHeld = true
    do { try body(&self) } catch {
      // Another journal in its place is not held.
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

  package typealias Visit = (_ place: Int, _ keyPath: AnyKeyPath, _ edit: Any?) -> Void
}

/// A reducer has put another `Recorded` in place of the one it was given.
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
    // How many notes of a column lie between where the journal stands and the one that is visited.
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
