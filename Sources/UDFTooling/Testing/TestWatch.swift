import FileWatching
import UDFHost

/// Runs tests, and again those that a saved file concerns: the test files themselves and all that they require.
///
///     let watch = try TestWatch(TestRunner("examples/shop"))
///     while true {
///       let round = watch.next()    // the first has all files; then it waits for what is saved
///       let summary = watch.run(round) { file, results in print(file, results.count) }
///       print(round.saved, summary.failed)
///     }
///
/// Confined to the thread that made it.
public final class TestWatch {
  /// What is run because of what was saved.
  public struct Round: Sendable, Equatable {
    /// The files that were saved or are new, as they are found from where the runner looks; none at first.
    public let saved: [String]
    /// The test files that are to run; none if there are only notices.
    public let files: [String]
    /// What a person should know about the watching itself.
    public let notices: [String]
  }

  /// Seconds until it is looked for new test files.
  private static let interval = 1.0
  private var runner: TestRunner
  private let inbox = WatchInbox()
  private let bell = WakeBell()
  private let watcher: FileWatcher
  /// From each test file to what it has read, by absolute path.
  private var reads: [String: [String: UInt64]] = [:]

  public convenience init(_ runner: TestRunner) { self.init(runner, mode: .auto) }

  init(_ runner: TestRunner, mode: WatchMode, emptiedPause: Duration = FileWatcher.emptiedPause) {
    self.runner = runner
    watcher = FileWatcher(
      mode: mode, emptiedPause: emptiedPause,
      onNotice: { [inbox, bell] in
        inbox.add(notice: $0)
        bell.ring()
      },
      onChange: { [inbox, bell] in
        inbox.add(files: $0)
        bell.ring()
      })
  }

  /// Returns when there is something to run.
  public func next() -> Round {
    let isFirst = reads.isEmpty
    while true {
      runner.find()
      let (saved, notices) = inbox.take()
      let files = runner.files.paths.filter { reads[$0]?.keys.contains(where: saved.contains) ?? true }
      if !files.isEmpty || !notices.isEmpty {
        let fresh = files.filter { reads[$0] == nil }
        let names = saved.map(runner.files.name(of:)).sorted() + fresh
        return Round(saved: isFirst ? [] : names, files: files, notices: notices)
      }
      bell.wait(seconds: TestWatch.interval)
    }
  }

  /// Runs the files of a round as ``TestRunner/run(_:)`` does, and from then on watches what they have read.
  public func run(_ round: Round, _ body: (_ file: String, _ results: [TestResult]) -> Void) -> TestSummary {
    let summary = runner.run(round.files) { file, outcome in
      reads[file] = outcome.read
      if !outcome.results.isEmpty { body(file, outcome.results) }
    }
    let watched = reads.values.reduce(into: [:]) { $0.merge($1) { _, later in later } }
    watcher.watch(files: watched)
    return summary
  }
}
