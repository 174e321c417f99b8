import FolderTesting
import UDF
import UDFHost

/// A host of an app in an own folder, on virtual time, and all events that it has emitted.
package final class TestHost {
  package let folder: TemporaryFolder
  package let clock = ManualClock()
  package let host: AppHost
  package private(set) var events: [HostEvent] = []
  private var subscription: Subscription?
  /// How many notes were asked for.
  package var told = 0

  /// - Parameters:
  ///   - files: from each path without `.lua` to its source, in the order of the app's features. Without an `app` one
  ///     is written that has them all.
  ///   - example: the name of an example; these files replace files of it.
  ///   - configure: what the test needs to be different.
  package convenience init(
    _ files: KeyValuePairs<String, String> = [:], example: String? = nil,
    configure: (inout HostConfiguration) -> Void = { _ in }
  ) throws {
    try self.init(files: files.map { ($0.key, $0.value) }, example: example, configure: configure)
  }

  package init(
    files: [(name: String, source: String)], example: String? = nil, configure: (inout HostConfiguration) -> Void
  ) throws {
    folder = try TemporaryFolder()
    if let example { try folder.run("cp", "-R", Example.folder(example) + "/.", ".") }
    var hasApp = example != nil
    for (name, source) in files {
      try folder.save(source, to: name + ".lua")
      hasApp = hasApp || name == "app"
    }
    if !hasApp { try folder.save(Source.app(files.map(\.name)), to: "app.lua") }
    var configuration = HostConfiguration(app: folder("app.lua"))
    configuration.watch = .off
    configuration.clock = clock
    configuration.core = QuietCore()
    configuration.data = folder("data")
    // A minute, because machines may be slow. Tests of the budget set a smaller one.
    configuration.timeBudget = 60
    // A save in place may be held up between emptying its file and filling it.
    configuration.emptiedPause = .seconds(3600)
    configuration.decideGrants = { $0.grants }
    configure(&configuration)
    host = try AppHost(configuration)
    observe()
  }

  /// Collects the events from now on, with or without committed actions.
  package func observe(actions: Bool = true) {
    subscription = host.observe(actions: actions) { [unowned self] in events.append($0) }
  }

  /// Collects no further events, and leaves the host without observers.
  package func ignore() { subscription = nil }

  /// The first value of a line at the prompt. Throws the ``HostError`` it fails with.
  @discardableResult
  package func run(_ line: String) throws -> Value {
    switch host.evaluate(line) {
    case .value(let values): return values.first ?? .none
    case .incomplete: throw HostError(code: "incomplete", message: "\(line): incomplete")
    case .failed(let error): throw error
    }
  }

  /// The error of a line at the prompt; an empty text if it succeeds.
  package func failure(_ line: String) -> String {
    if case .failed(let error) = host.evaluate(line) { return error.message }
    return ""
  }

  package func state(_ path: String = "") throws -> Value { try host.value(at: path) }

  package func save(_ source: String, to name: String) throws { try folder.save(source, to: name + ".lua") }

  /// As the watcher does when files were saved.
  package func saved(_ names: String...) -> ReloadReport? {
    host.reload(changed: Set(names.map { folder($0 + ".lua") }))
    return reloads.last
  }

  /// Saves a file and lets the host take it.
  package func reload(_ name: String, as source: String) throws -> ReloadReport? {
    try save(source, to: name)
    return saved(name)
  }

  /// Lets `seconds` pass and runs what is due.
  package func pass(_ seconds: Double) {
    clock.advance(by: seconds)
    host.poll()
  }

  /// Returns when nothing is under way any more. Services that are awaited need the threads that tests run on, so these must
  /// not be held meanwhile, as they are by a host that settles.
  package func settled() async {
    while !host.isSettled {
      host.poll()
      await Task.yield()
    }
  }

  package func forgetEvents() { events = [] }

  package var actions: [ActionRecord] {
    events.compactMap { if case .action(let record) = $0 { record } else { nil } }
  }
  /// The types of actions and the names of rebases, in the order of their events.
  package var happenings: [String] {
    events.compactMap { event in
      switch event {
      case .action(let record): record.type
      case .rebase(let command, _): command.rawValue
      default: nil
      }
    }
  }
  package var errors: [HostError] {
    events.compactMap { if case .error(let error, _) = $0 { error } else { nil } }
  }
  package var logs: [String] {
    events.compactMap { if case .log(let level, let message, _) = $0 { "\(level) \(message)" } else { nil } }
  }
  package var prints: [String] { events.compactMap { if case .print(let text) = $0 { text } else { nil } } }
  package var progress: [EffectProgress?] {
    events.compactMap { if case .progress(let progress) = $0 { .some(progress) } else { nil } }
  }
  package var reloads: [ReloadReport] {
    events.compactMap { if case .reload(let report) = $0 { report } else { nil } }
  }
}

/// The message of the ``HostError`` that `body` throws; an empty text if it throws none.
package func failure(_ body: () throws -> Void) -> String {
  do {
    try body()
    return ""
  } catch let error as HostError {
    return error.message
  } catch {
    return "another error: \(error)"
  }
}
