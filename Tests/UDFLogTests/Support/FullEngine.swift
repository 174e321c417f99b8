import Platform

@testable import UDFLog

/// A log that is first not reached, and then has no space on its disk.
struct FullEngine: LogEngine {
  /// The number of appends.
  let attempts = Guarded(0)

  var name: String { "full" }

  func connect(creates: Bool) -> any LogConnection { Connection(attempts: attempts) }

  private final class Connection: LogConnection {
    let attempts: Guarded<Int>

    init(attempts: Guarded<Int>) { self.attempts = attempts }

    func append(_ batches: [LogBatch]) throws(LogFailure) -> [AppendOutcome] {
      let attempt = attempts.withLock { attempts in
        attempts += 1
        return attempts
      }
      throw attempt == 1 ? LogFailure(.unreachable, "full: no answer") : LogFailure(.full, "full: has no space left")
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
