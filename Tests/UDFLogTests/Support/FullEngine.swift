@testable import UDFLog

/// A log on a disk without space.
struct FullEngine: LogEngine {
  var name: String { "full" }

  func connect(creates: Bool) -> any LogConnection { Connection() }

  private final class Connection: LogConnection {
    func append(_ batches: [LogBatch]) throws(LogFailure) -> [AppendOutcome] {
      throw LogFailure(.full, "full: has no space left")
    }

    func read(after position: Int64, limit: Int) -> LogPage {
      LogPage(entries: [], head: LogHead(epoch: "0", position: 0, link: "", base: 0))
    }

    func wait(after position: Int64, limit: Int, seconds: Double) -> [LogEntry] { [] }
    var interrupt: @Sendable () -> Void { {} }
    func lastNumber(of host: String) -> Int64 { 0 }
    func trim(below position: Int64) {}
    func save(_ snapshot: LogSnapshot) {}
    func snapshot(reducers: String?) -> LogSnapshot? { nil }
  }
}
