import Testing

@testable import UDFLog

/// The checker finds each kind of fault.
@Suite("History checker") struct HistoryTests {
  private let zero = ContinuousClock.now
  private let log: [LogEntry] = (1...4).map { position in
    LogEntry(
      position: position, name: EntryName(position % 2 == 1 ? "a" : "b", (position + 1) / 2),
      action: LogAction([UInt8(position)]), previous: "\(position - 1)", link: "\(position)")
  }

  private func append(
    _ index: Int, _ start: Int, _ end: Int, _ outcome: AppendOutcome? = nil, expected: Int64? = nil
  ) -> History.Append {
    let entry = log[index - 1]
    return History.Append(
      batch: LogBatch(entry.name, [entry.action], expectedHead: expected),
      outcome: outcome ?? .committed(entry.position), start: zero + .seconds(start), end: zero + .seconds(end))
  }

  private func read(after: Int, through: Int, head: Int? = nil, _ start: Int, _ end: Int) -> History.Read {
    let head = LogHead(epoch: "e", position: Int64(head ?? through), link: "", base: 0)
    return History.Read(
      after: Int64(after), page: LogPage(entries: Array(log[after..<through]), head: head),
      start: zero + .seconds(start), end: zero + .seconds(end))
  }

  @Test("a history of one log has no problem")
  func good() {
    let history = History(
      appends: [
        append(1, 0, 10), append(2, 0, 10), append(3, 11, 20), append(4, 12, 13, .rejected(head: 2), expected: 1),
        append(4, 14, 15, .unknown(.closed("log"))), append(4, 21, 30),
      ],
      // The head 2 was there until the third append ended.
      reads: [read(after: 0, through: 1, 1, 9), read(after: 0, through: 2, 10, 19), read(after: 1, through: 4, 31, 32)])
    #expect(history.problems(log) == [])
  }

  @Test("an append with an unknown outcome may be in the log or not")
  func unknown() {
    let history = History(appends: [append(1, 0, 1), append(2, 2, 3, .unknown(.closed("log")))])
    #expect(history.problems(Array(log.prefix(2))) == [])
    #expect(history.problems(Array(log.prefix(1))) == [])
  }

  @Test("a committed append that is missing")
  func lost() {
    let history = History(appends: [append(1, 0, 1), append(2, 2, 3)])
    #expect(history.problems(Array(log.prefix(1))).contains { $0.hasSuffix("is not in the log") })
  }

  @Test("a rejected append that is in the log")
  func rejected() {
    let history = History(appends: [append(1, 0, 1), append(2, 2, 3, .rejected(head: 1), expected: 0)])
    #expect(history.problems(Array(log.prefix(2))).contains { $0.hasSuffix("is in the log") })
  }

  @Test("an append at another position than expected, or rejected at the expected one")
  func unexpected() {
    #expect(
      History(appends: [append(1, 0, 1), append(2, 2, 3, expected: 0)]).problems(Array(log.prefix(2)))
        .contains { $0.hasSuffix("was not expected after 1") })
    #expect(
      History(appends: [append(1, 0, 1), append(2, 2, 3, .rejected(head: 1), expected: 1)])
        .problems(Array(log.prefix(1))).contains { $0.hasSuffix("was expected there") })
  }

  @Test("entries twice, with a gap, or in another order than the host numbered them")
  func disorder() {
    let history = History()
    #expect(history.problems([log[0], log[0]]).count == 3)
    #expect(history.problems([log[0], log[2]]).contains("position 3 is entry 2"))
    var swapped = log
    (swapped[0].name, swapped[2].name) = (swapped[2].name, swapped[0].name)
    #expect(history.problems(swapped).contains { $0.contains("follows number 0") })
  }

  @Test("a read of entries that the log does not have")
  func foreignRead() {
    var other = read(after: 0, through: 2, 0, 1)
    other.page.entries[1].action = LogAction([9])
    #expect(History(reads: [other]).problems(log).count == 1)
    #expect(History(reads: [read(after: 0, through: 2, head: 1, 0, 1)]).problems(log).count == 1)
  }

  @Test("a read without an entry that was committed before it began")
  func stale() {
    let history = History(appends: [append(1, 0, 1), append(2, 2, 3)], reads: [read(after: 0, through: 1, 4, 5)])
    #expect(history.problems(Array(log.prefix(2))).count == 1)
  }

  @Test("a head that goes backwards between two reads")
  func backwards() {
    let history = History(reads: [read(after: 0, through: 3, 0, 1), read(after: 0, through: 2, 2, 3)])
    #expect(history.problems(log).count == 1)
  }

  @Test("an append before another one that had ended when it began")
  func reordered() {
    #expect(History(appends: [append(2, 0, 1), append(1, 2, 3)]).problems(Array(log.prefix(2))).count == 1)
  }

  @Test("an append that was read before it began")
  func early() {
    let history = History(appends: [append(1, 2, 3)], reads: [read(after: 0, through: 1, 0, 1)])
    #expect(history.problems(Array(log.prefix(1))).count == 1)
  }
}
