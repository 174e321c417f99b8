import Platform
import Synchronization
import UDF
import UDFHost

/// Runs test files in parallel, each on one thread, and returns their results in order.
final class TestWorkers: Sendable {
  private let files: [TestFile]
  private let isMeant: @Sendable (_ file: String, _ test: String) -> Bool
  private let next = Atomic(0)
  private let outcomes: Guarded<[TestOutcome?]>
  private let progress: Guarded<TestProgress>
  private let bell = WakeBell()

  init(_ files: [TestFile], where isMeant: @escaping @Sendable (_ file: String, _ test: String) -> Bool) {
    self.files = files
    self.isMeant = isMeant
    progress = Guarded(TestProgress(files: files.count))
    outcomes = Guarded(Array(repeating: nil, count: files.count))
  }

  /// Calls `body` on this thread with the index and the results of each file, as soon as those of the earlier files
  /// were reported, and calls `report` between these calls with the progress of all files.
  func run(_ jobs: Int, reporting report: (TestProgress) -> Void = { _ in }, _ body: (Int, TestOutcome) -> Void) {
    let started = (0..<min(jobs, files.count)).filter { _ in BackgroundThread.start { self.work() } }
    // The system may refuse to start a thread.
    if started.isEmpty { work() }
    var reported = progress.withLock(\.self)
    for index in files.indices {
      while true {
        let progress = progress.withLock(\.self)
        if progress != reported { report(progress) }
        reported = progress
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
      let outcome = files[index].run(where: isMeant) { begun, ended in
        progress.withLock { progress in
          if !begun.isEmpty { progress.current = begun }
          guard let ended else { return }
          progress.tests += 1
          if ended.status == .failed { progress.failed += 1 }
        }
        bell.ring()
      }
      outcomes.withLock { $0[index] = outcome }
      progress.withLock { $0.filesDone += 1 }
      bell.ring()
    }
  }
}
