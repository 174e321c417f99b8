import Platform

@testable import UDFLog

/// A log to which other hosts append all the time: each wait has the next entry.
struct BusyEngine: LogEngine {
  var name: String { "busy" }

  func connect(creates: Bool) -> any LogConnection { Connection() }

  private final class Connection: LogConnection {
    private var end: Int64 = 0

    private func entry(_ position: Int64) -> LogEntry {
      LogEntry(
        position: position, name: EntryName("other", position), action: LogAction([]), previous: "\(position - 1)",
        link: "\(position)")
    }

    func read(after position: Int64, limit: Int) -> LogPage {
      let entries = (position..<max(position, end)).prefix(limit).map { entry($0 + 1) }
      return LogPage(entries: Array(entries), head: LogHead(epoch: "0", position: end, link: "\(end)", base: 0))
    }

    func wait(after position: Int64, limit: Int, seconds: Double) -> [LogEntry] {
      end = position + 1
      return [entry(end)]
    }

    var interrupt: @Sendable () -> Void { {} }
    func append(_ batches: [LogBatch]) -> [AppendOutcome] { [] }
    func lastNumber(of host: String) -> Int64 { 0 }
    func trim(below position: Int64) {}
    func save(_ snapshot: LogSnapshot) {}
    func snapshot(reducers: String?) -> LogSnapshot? { nil }
  }
}
