@testable import UDFLog

/// The operations of several clients on one log, with their times and answers. It finds out whether a single log could have answered so:
/// whether the history is linearizable.
///
/// A log orders its operations itself: an append takes effect when its last entry gets its position, and a read or a rejected
/// append shows a head. So it is enough to compare that order with the times. Of two operations of which one ended before the
/// other began, the later one must show, or make, at least what the earlier one did.
struct History: Sendable {
  typealias Time = ContinuousClock.Instant

  struct Append: Sendable {
    var batch: LogBatch
    var outcome: AppendOutcome
    var start: Time
    var end: Time

    var isCommitted: Bool { if case .committed = outcome { true } else { false } }
    var isRejected: Bool { if case .rejected = outcome { true } else { false } }
  }

  struct Read: Sendable {
    var after: Int64
    var page: LogPage
    var start: Time
    var end: Time
  }

  var appends: [Append] = []
  var reads: [Read] = []

  static func + (left: History, right: History) -> History {
    History(appends: left.appends + right.appends, reads: left.reads + right.reads)
  }

  /// The problems, given all entries of the log at the end; empty: none.
  func problems(_ log: [LogEntry]) -> [String] {
    let positions = Dictionary(log.map { ($0.name, $0.position) }) { $1 }
    return order(of: log) + contents(of: log) + appends(in: log, positions) + times(positions)
  }

  /// The log itself: positions and numbers without gaps, every name once.
  private func order(of log: [LogEntry]) -> [String] {
    var problems: [String] = []
    var last: [String: Int64] = [:]
    for (index, entry) in log.enumerated() {
      if entry.position != index + 1 { problems.append("position \(entry.position) is entry \(index + 1)") }
      if index > 0, entry.previous != log[index - 1].link { problems.append("\(entry.position) has no link") }
      if entry.name.number != last[entry.name.host, default: 0] + 1 {
        problems.append("\(entry.name) follows number \(last[entry.name.host, default: 0])")
      }
      last[entry.name.host] = entry.name.number
    }
    return problems
  }

  /// Each read shows entries of the log, from where it was asked, and no more than its head.
  private func contents(of log: [LogEntry]) -> [String] {
    reads.compactMap { read in
      let entries = read.page.entries
      let range = Int(read.after)..<min(log.count, Int(read.after) + entries.count)
      if range.count == entries.count, entries == Array(log[range]), read.page.head.position <= log.count,
        range.upperBound <= read.page.head.position
      {
        return nil
      }
      return "a read after \(read.after) shows other entries than the log, or others than its head \(read.page.head)"
    }
  }

  /// Each batch is in the log as its last outcome says: complete, without other entries in it, with its actions, at the expected place.
  private func appends(in log: [LogEntry], _ positions: [EntryName: Int64]) -> [String] {
    var problems: [String] = []
    for append in appends {
      let names = append.batch.named
      let found = names.map { positions[$0.name] }
      let isCommitted = isCommitted(append.batch.first)
      let isThere = found.allSatisfy { $0 != nil }
      let what = "\(append.batch.first) \(append.outcome)"
      switch append.outcome {
      case .committed(let last):
        if !isThere { problems.append("\(what): is not in the log") }
        if found.last != last { problems.append("\(what): is at \(String(describing: found.last))") }
      case .rejected(let head):
        if append.batch.expectedHead == head { problems.append("\(what): was expected there") }
        if !isCommitted, found.contains(where: { $0 != nil }) { problems.append("\(what): is in the log") }
        // Another batch may have its numbers now.
        continue
      case .gap, .refused: problems.append("\(what): nobody has asked for that")
      // It was found out later that it is not there, and another batch may have its numbers now.
      case .unknown where attempts(append.batch).contains { $0.isRejected }: continue
      case .unknown: break
      }
      guard isThere, let first = found.first ?? nil else {
        if found.contains(where: { $0 != nil }) { problems.append("\(what): is there in part") }
        continue
      }
      for (offset, name) in names.enumerated() {
        let index = Int(first) - 1 + offset
        if index >= log.count || log[index].name != name.name || log[index].action != name.action {
          problems.append("\(what): position \(index + 1) has another entry")
        }
      }
      if let expected = append.batch.expectedHead, expected != first - 1 {
        problems.append("\(what): was not expected after \(first - 1)")
      }
    }
    return problems
  }

  private func isCommitted(_ name: EntryName) -> Bool { appends.contains { $0.isCommitted && $0.batch.first == name } }

  /// A batch that is appended again is the same operation.
  private func attempts(_ batch: LogBatch) -> [Append] { appends.filter { $0.batch == batch } }

  /// The content of the log that an operation proves, at the time of its effect.
  private struct Point {
    /// The head that it shows or makes.
    var head: Int64
    /// The position that the head must not have reached before; an append makes it larger.
    var below: Int64?
    var start: Time
    /// nil: it may have taken effect at any time after its start.
    var end: Time?
    var what: String
  }

  private func times(_ positions: [EntryName: Int64]) -> [String] {
    var points = reads.map { read in
      Point(
        head: read.page.head.position, start: read.start, end: read.end,
        what: "a read after \(read.after) with the head \(read.page.head.position)")
    }
    for append in appends {
      if case .rejected(let head) = append.outcome {
        let what = "\(append.batch.first) rejected at \(head)"
        points.append(Point(head: head, start: append.start, end: append.end, what: what))
      }
    }
    // Attempts to append the same batch are one operation, which took effect in one of them.
    for attempts in Dictionary(grouping: appends, by: \.batch).values where !attempts.contains(where: \.isRejected) {
      let batch = attempts[0].batch
      guard let first = positions[batch.first], let start = attempts.map(\.start).min() else { continue }
      points.append(
        Point(
          head: first + Int64(batch.actions.count) - 1, below: first, start: start,
          end: attempts.filter(\.isCommitted).map(\.end).min(), what: "\(batch.first) at \(first)"))
    }
    var problems: [String] = []
    var ended = points.filter { $0.end != nil }.sorted { $0.end! < $1.end! }[...]
    var known: Point?
    for point in points.sorted(by: { $0.start < $1.start }) {
      while let next = ended.first, next.end! < point.start {
        if next.head > known?.head ?? -1 { known = next }
        ended.removeFirst()
      }
      guard let known else { continue }
      if point.head < known.head || known.head >= point.below ?? .max {
        problems.append("\(point.what) began after \(known.what) had ended")
      }
    }
    return problems
  }
}
