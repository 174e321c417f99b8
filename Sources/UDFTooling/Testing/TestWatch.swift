import FileWatching
import Platform
import UDFHost

/// Runs tests, and runs tests again when a relevant file is saved: the test files themselves and all files that they
/// require.
///
///     let watch = try TestWatch(TestRunner("examples/shop"))
///     while true {
///       let round = watch.next()    // the first has all files; later ones wait for saved files
///       let summary = watch.run(round) { file, results in print(file, results.count) }
///       print(round.saved, summary.failed)
///     }
///
/// Confined to the thread that made it.
public final class TestWatch {
  /// The tests to run after files were saved.
  public struct Round: Sendable, Equatable {
    /// The files that were saved or are new, as the runner finds them; empty in the first round.
    public let saved: [String]
    /// The test files to run; empty if there are only notices.
    public let files: [String]
    /// Messages about the watching itself, for people.
    public let notices: [String]
    /// For each file, the only tests to run; nil: all.
    let only: [String: Set<String>]?

    init(saved: [String] = [], files: [String] = [], notices: [String] = [], only: [String: Set<String>]? = nil) {
      self.saved = saved
      self.files = files
      self.notices = notices
      self.only = only
    }

    /// Whether only failed tests run.
    public var isOfFailed: Bool { only != nil }
  }

  /// The interval in seconds of the search for new test files.
  private static let interval = 1.0
  private var runner: TestRunner
  private let inbox = WatchInbox()
  private let bell = WakeBell()
  private let interruptions = Guarded(0)
  private let watcher: FileWatcher
  /// Runs only tests whose full name contains this text.
  public var filter: String? {
    get { runner.filter }
    set { runner.filter = newValue }
  }
  /// For each test file, the tests that failed in its last run.
  private var failed: [String: Set<String>] = [:]
  /// For each test file, the files that it has read, by absolute path.
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

  /// Makes ``next()`` return at once. It may be called from any thread.
  public var interrupt: @Sendable () -> Void {
    { [bell, interruptions] in
      interruptions.withLock { $0 += 1 }
      bell.ring()
    }
  }

  /// Returns a round with all files.
  public func all() -> Round {
    runner.find()
    return Round(files: runner.files.paths)
  }

  /// Returns a round with the tests that failed in their last run.
  public func allFailed() -> Round {
    runner.find()
    return Round(files: runner.files.paths.filter { failed[$0] != nil }, only: failed)
  }

  /// Waits until tests must run, and returns their round. After an interruption it returns a round without files.
  public func next() -> Round {
    let isFirst = reads.isEmpty
    while true {
      runner.find()
      if interruptions.withLock({ count in
        defer { count = 0 }
        return count > 0
      }) {
        return Round()
      }
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

  /// Runs the files of a round like ``TestRunner/run(reporting:_:)``, and from then on watches the files that they have
  /// read.
  public func run(
    _ round: Round, reporting report: (TestProgress) -> Void = { _ in },
    _ body: (_ file: String, _ results: [TestResult]) -> Void
  ) -> TestSummary {
    runner.only = round.only
    let summary = runner.run(round.files, reporting: report) { file, outcome in
      reads[file] = outcome.read
      note(outcome.results, of: file)
      if !outcome.results.isEmpty { body(file, outcome.results) }
    }
    let watched = reads.values.reduce(into: [:]) { $0.merge($1) { _, later in later } }
    watcher.watch(files: watched)
    return summary
  }

  private func note(_ results: [TestResult], of file: String) {
    var names = failed[file] ?? []
    // A file that failed to load has not declared its tests.
    names.remove(file)
    for result in results {
      if result.status == .failed { names.insert(result.name) } else { names.remove(result.name) }
    }
    failed[file] = names.isEmpty ? nil : names
  }
}
