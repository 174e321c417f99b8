import Platform
import Synchronization
import UDF
import UDFHost

/// Runs test files side by side, each on one thread from its beginning to its end, and gives what came of them in order.
final class TestWorkers: Sendable {
  private let files: [TestFile]
  private let filter: String?
  private let next = Atomic(0)
  private let outcomes: Guarded<[TestOutcome?]>
  private let bell = WakeBell()

  init(_ files: [TestFile], filter: String?) {
    self.files = files
    self.filter = filter
    outcomes = Guarded(Array(repeating: nil, count: files.count))
  }

  /// Calls `body` here, with the place of each file and what came of it, as soon as those before it are told.
  func run(_ jobs: Int, _ body: (Int, TestOutcome) -> Void) {
    let started = (0..<min(jobs, files.count)).filter { _ in BackgroundThread.start { self.work() } }
    // The system may have no thread left.
    if started.isEmpty { work() }
    for index in files.indices {
      while true {
        if let outcome = outcomes.withLock({ $0[index] }) {
          body(index, outcome)
          break
        }
        bell.wait(seconds: 3600)
      }
    }
  }

  private func work() {
    while case let index = next.add(1, ordering: .relaxed).oldValue, index < files.count {
      let outcome = files[index].run(filter: filter)
      outcomes.withLock { $0[index] = outcome }
      bell.ring()
    }
  }
}
