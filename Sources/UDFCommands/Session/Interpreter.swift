import UDF
import UDFHost
import UDFTooling

/// Runs lines, commands or Lua, on a host, and passes the results to a reporter.
@MainActor
package final class Interpreter {
  /// The number of errors since the start.
  package private(set) var failureCount = 0
  /// Whether a sync server has refused an edit. The batch continues and has the exit code 1.
  package private(set) var hasRefusedEdits = false
  /// The error with which the last line failed.
  package private(set) var failure: HostError?

  package let host: AppHost
  package let reporter: any Reporter
  private let pane: ScreenPane
  package let watches: Watches
  /// The trace setting until `:trace` changes it.
  let usualTrace: Trace
  /// Errors that the event stream reported during the present line. The line's own result repeats one of them.
  private var reportedErrors: [HostError] = []
  /// The name and the first line number of the present input, for error messages.
  package private(set) var place = (name: "prompt", line: 1)
  /// The last action that was refused during the present line.
  private var refused: Int?
  /// Whether a line is running. Its result then reports its effects on the session.
  private var isRunning = false
  private let reported: Reported
  private var subscription: Subscription?

  /// The events of the host that are reported.
  package enum Reported {
    case all
    /// All but committed actions.
    case failures
    /// None: another observer reports them.
    case none
  }

  /// - Parameter reportsPast: whether the state and the actions of the app's start are reported first.
  package init(
    host: AppHost, reporter: any Reporter, pane: ScreenPane, reports reported: Reported = .all,
    reportsPast: Bool = false
  ) {
    self.reported = reported
    self.host = host
    self.reporter = reporter
    self.pane = pane
    watches = Watches(host, reporter: reporter)
    usualTrace = reporter.trace
    if reportsPast {
      reporter.begin(host)
      for record in host.history { receive(.action(record)) }
    }
    observe(actions: reported == .all)
  }

  func observe(actions: Bool) {
    subscription = host.observe(actions: actions) { [weak self] event in self?.receive(event) }
  }

  /// Runs a line or chunk that starts at `line` of `name`.
  package func run(_ text: String, name: String, line: Int = 1) -> Outcome {
    begin()
    defer { isRunning = false }
    place = (name, line)
    switch Line(text) {
    case .blank: return .done
    case .command(let name, let argument): return run(command: name, argument)
    case .question(let subject): return reply(to: subject)
    case .lua(let source): return evaluate(source, name: name, line: line)
    }
  }

  /// Runs a whole file of Lua.
  package func run(file source: String, name: String) -> Outcome {
    begin()
    defer { isRunning = false }
    return evaluate(source, name: name, line: 1)
  }

  /// Reports that a piece of the input cannot be run.
  package func refuse(_ error: HostError) -> Outcome {
    begin()
    defer { isRunning = false }
    return fail(error)
  }

  /// Reports that the input ended before the chunk that starts at `line` was complete.
  package func reportUnfinished(name: String, line: Int) {
    _ = fail(
      HostError(
        code: "syntax",
        message: """
          \(name):\(line): the input ends before this chunk is complete
            It was not run.
            To fix this, add what is missing: an `end`, a closing bracket, a quote, or `return` before a value.
          """, file: name, line: line))
  }

  private func begin() {
    reportedErrors = []
    refused = nil
    failure = nil
    isRunning = true
  }

  private func evaluate(_ source: String, name: String, line: Int) -> Outcome {
    switch host.evaluate(source, name: name, line: line) {
    case .value(let values):
      if values == [.none], let command = CommandTable.command(meantBy: source) {
        return fail(source, meaning: command)
      }
      if values.count == 1, values[0].isOfFunctions,
        let answer = try? Inquiry(host: host).functions(of: String(source.trimmingSpace))
      {
        reporter.report(answer)
        return .done
      }
      if !values.isEmpty { reporter.report(.values(values)) }
      doubt(source, values)
      return .done
    case .incomplete:
      return .incomplete
    case .failed(var error):
      let call = source.trimmingSpace
      if let meant = sentByType(in: source) { error.message += "\n  To send this action, write: \(meant)" }
      if call.hasSuffix("()"), error.message.contains("attempt to call a nil value (global '"),
        let command = CommandTable.command(meantBy: String(call.dropLast(2)))
      {
        return fail(source, meaning: command)
      }
      defer { doubtNames(in: source) }
      return fail(error)
    }
  }

  private func fail(_ source: String, meaning command: CommandEntry) -> Outcome {
    fail(
      HostError(usage: "\(source.trimmingSpace): there is nothing of this name. Did you mean \":\(command.name)\"?"))
  }

  private func receive(_ event: HostEvent) {
    switch event {
    case .error(let error, let n):
      // An action of another host is kept, although a local reducer fails for it. No line of this run is to blame.
      if let n, let record = try? host.record(ofAction: n), record.origin == .log { break }
      failureCount += 1
      if isRunning { reportedErrors.append(error) }
    // Another sender of a refused action gets its error, or the host reports it.
    case .action(let record) where record.status != .committed && record.origin == .prompt:
      refused = record.n
      failureCount += 1
    case .sync(let report) where report.isRefusal: hasRefusedEdits = true
    // The result of the line contains the report.
    case .rebase(.replay, _) where isRunning: return
    default: break
    }
    if reported == .none { return }
    if reporter.trace.reports(event) { reporter.report(event) }
    if case .reload(let report) = event, report.ok { reportBrokenViews() }
  }

  /// Counts an error that is reported elsewhere.
  /// - Parameter isOfLine: whether the present line failed with it.
  func count(_ error: HostError?, isOfLine: Bool) {
    failureCount += 1
    if isOfLine { failure = error }
  }

  package func fail(_ error: HostError) -> Outcome {
    count(error, isOfLine: true)
    if reported != .none, !reportedErrors.contains(error) { reporter.report(error, action: refused) }
    return .failed
  }

  private func run(command name: String, _ argument: String) -> Outcome {
    guard let entry = CommandTable.entry(for: name) else {
      let hint = CommandTable.suggestion(for: name).map { "Did you mean \":\($0)\"?" } ?? ":help lists them."
      return fail(HostError(usage: ":\(name): there is no such command. \(hint)"))
    }
    do throws(HostError) { return try execute(entry, argument) } catch { return fail(error) }
  }

  private func execute(_ entry: CommandEntry, _ argument: String) throws(HostError) -> Outcome {
    if entry.argument == .none, !argument.isEmpty {
      throw HostError(usage: ":\(entry.name): takes nothing after it, got \(argument)")
    }
    switch entry.command {
    case .help: reporter.report(try help(argument))
    case .ls:
      reporter.report(try list(argument))
      if argument.isEmpty, let flow = host.flow { reporter.report(.flow(flow)) }
    case .state:
      let value = try withHostErrors { try host.value(at: argument) }
      reporter.report(.values([value]))
      if let path = try? Path(typed: argument) { doubt(path, value) }
    case .view: reporter.report(.values([try view(argument)]))
    case .print: return try printWhole(argument)
    case .screen: try show(argument)
    case .sync: reporter.report(try synced(argument))
    case .log:
      if argument == "upgrade" { return try perform { try host.upgradeShared() } }
      if argument == "trim" { return try perform { try host.trimShared() } }
      guard argument.isEmpty else {
        throw HostError(usage: ":log: takes nothing, or upgrade, or trim, got \(argument)")
      }
      let note = "This app shares nothing: it has no feature with shared = true, or was started without --log."
      reporter.report(host.sharedLog.map(CommandResult.shared) ?? .note(note))
    case .tap: try withHostErrors { try pane.tap(argument) }
    case .type: try withHostErrors { try pane.type(argument) }
    case .back: try withHostErrors { try pane.back() }
    case .hist: reporter.report(try history(argument))
    case .action: reporter.report(.details(try host.details(ofAction: try number(argument, of: ":action"))))
    case .diff: reporter.report(try difference(argument))
    case .at: try moment(argument)
    case .blame: try blame(argument)
    case .undo, .redo, .resume: try rebase(entry.command, argument)
    case .nav: try navigate(argument)
    case .watch: try watch(argument)
    case .trace: try trace(argument)
    case .effects: try listEffects(argument)
    case .cancel: reporter.report(.cancelled(try host.cancelEffect(try number(argument, of: ":cancel"))))
    case .prof: try profile(argument)
    case .replay: reporter.report(try replay(argument))
    case .save: try save(argument)
    case .load: try load(argument)
    case .rec: try recordTest(argument)
    case .reload: return reload(reset: false)
    case .reloadAndReset: return reload(reset: true)
    case .quit: return .quit
    }
    return .done
  }

  /// Answers `name?`.
  private func reply(to subject: String) -> Outcome {
    do throws(HostError) {
      reporter.report(try Inquiry(host: host).answer(subject))
      return .done
    } catch { return fail(error) }
  }

  private func help(_ name: String) throws(HostError) -> CommandResult {
    let spelling = name.first == ":" ? String(name.dropFirst()) : name
    if spelling.isEmpty { return .commands }
    if let entry = CommandTable.entry(for: spelling) { return .text(CommandTable.help(on: entry)) }
    return try Inquiry(host: host).answer(name)
  }

  private func list(_ name: String) throws(HostError) -> CommandResult {
    if name.isEmpty { return .features(host.features) }
    if let feature = host.features.first(where: { $0.name == name }) { return .feature(feature) }
    let services = host.services
    if name == "services" { return .services(services) }
    if name == "flow", let flow = host.flow { return .flow(flow) }
    if let service = services.first(where: { $0.name == name || "services.\($0.name)" == name }) {
      return .service(service)
    }
    let names = host.features.map(\.name) + services.map(\.name) + ["services"] + (host.flow == nil ? [] : ["flow"])
    let hint =
      suggestion(for: name, among: names).map { "Did you mean \"\($0)\"?" }
      ?? "Known names: \(names.joined(separator: ", "))."
    throw HostError(usage: ":ls: there is no feature or service \"\(name)\". \(hint)")
  }

  private func synced(_ name: String) throws(HostError) -> CommandResult {
    if name.isEmpty {
      let listings = host.syncListings()
      return listings.isEmpty ? .note("This app has no sync features.") : .syncs(listings)
    }
    if let listing = host.syncListing(of: name) { return .sync(listing) }
    let names = host.syncListings(limit: 0).map(\.feature)
    let hint =
      suggestion(for: name, among: names).map { "Did you mean \"\($0)\"?" }
      ?? (names.isEmpty ? "This app has none." : "Known names: \(names.joined(separator: ", ")).")
    throw HostError(usage: ":sync: there is no sync feature \"\(name)\". \(hint)")
  }

  private func navigate(_ link: String) throws(HostError) {
    if !link.isEmpty { return try withHostErrors { try host.open(link: link, origin: .prompt) } }
    if host.flow == nil { throw HostError(usage: ":nav: this app has no flow") }
    reporter.report(.values([try withHostErrors { try host.value(at: "nav.path") }]))
  }

  private func show(_ view: String) throws(HostError) {
    try withHostErrors { try pane.turn(to: view) }
    // The session draws the panel above the prompt itself.
    if view != "off", !pane.isShown { reporter.report(.screen(try withHostErrors { try pane.lines() })) }
  }

  private func view(_ name: String) throws(HostError) -> Value {
    try withHostErrors { try name.isEmpty ? host.views() : host.view(of: name) }
  }

  private func perform(_ command: () throws -> Void) throws(HostError) -> Outcome {
    try withHostErrors(command)
    return .done
  }

  func withHostErrors<Answer>(_ body: () throws -> Answer) throws(HostError) -> Answer {
    do { return try body() } catch let error as HostError { throw error } catch {
      throw HostError(code: "internal", message: String(describing: error))
    }
  }
}

extension Value {
  /// Whether the value contains functions only, and no data.
  fileprivate var isOfFunctions: Bool {
    switch self {
    case .opaque: true
    case .map(let fields): fields.allSatisfy { $0.value.isOfFunctions }
    default: false
    }
  }
}
