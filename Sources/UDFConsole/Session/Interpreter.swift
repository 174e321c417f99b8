import UDFHost
import UDFTooling

/// Runs lines, commands or Lua, against a host and tells a reporter what came of them.
@MainActor
final class Interpreter {
  /// Errors, and actions that were refused or that nobody handled, since the start.
  private(set) var failureCount = 0

  let driver: HostDriver
  let reporter: any Reporter
  private let pane: ScreenPane
  let watches: Watches
  /// What is told unless `:trace` says otherwise.
  let usualTrace: Trace
  /// Errors that the event stream told during the present line; the line's own result repeats one of them.
  private var told: [HostError] = []
  /// The action that was refused last during the present line.
  private var refused: Int?
  var host: AppHost { driver.host }

  init(driver: HostDriver, reporter: any Reporter, pane: ScreenPane) {
    self.driver = driver
    self.reporter = reporter
    self.pane = pane
    watches = Watches(driver.host, reporter: reporter)
    usualTrace = reporter.trace
    // Nobody has listened while the app started.
    for record in host.history { receive(.action(record)) }
    host.onEvent = { [weak self] event in self?.receive(event) }
  }

  /// Runs a line or chunk that begins at `line` of `name`.
  func run(_ text: String, name: String, line: Int = 1) -> Outcome {
    begin()
    defer { driver.schedule() }
    switch Line(text) {
    case .blank: return .done
    case .command(let name, let argument): return run(command: name, argument)
    case .question(let subject): return reply(to: subject)
    case .lua(let source): return evaluate(source, name: name, line: line)
    }
  }

  /// Runs a whole file of Lua.
  func run(file source: String, name: String) -> Outcome {
    begin()
    defer { driver.schedule() }
    return evaluate(source, name: name, line: 1)
  }

  /// Tells that the input ended before the chunk that begins at `line` was complete.
  func reportUnfinished(name: String, line: Int) {
    _ = fail(
      HostError(
        code: "syntax",
        message: """
          \(name):\(line): the input ends before this chunk is complete
            It was not run.
            To fix this, add what is missing: an `end`, a closing bracket or a quote.
          """, file: name, line: line))
  }

  private func begin() {
    told = []
    refused = nil
  }

  private func evaluate(_ source: String, name: String, line: Int) -> Outcome {
    switch driver.activity.during({ host.evaluate(source, name: name, line: line) }) {
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
      return .done
    case .incomplete:
      return .incomplete
    case .failed(let error):
      let call = source.trimmingSpace
      if call.hasSuffix("()"), error.message.contains("attempt to call a nil value (global '"),
        let command = CommandTable.command(meantBy: String(call.dropLast(2)))
      {
        return fail(source, meaning: command)
      }
      return fail(error)
    }
  }

  private func fail(_ source: String, meaning command: CommandEntry) -> Outcome {
    fail(
      HostError(
        code: "usage",
        message: "\(source.trimmingSpace): there is nothing of this name. Did you mean \":\(command.name)\"?"))
  }

  private func receive(_ event: HostEvent) {
    switch event {
    case .error(let error, _):
      failureCount += 1
      told.append(error)
    case .action(let record) where record.status != .committed:
      refused = record.n
      failureCount += 1
    default: break
    }
    if reporter.trace.tells(event) { reporter.report(event) }
  }

  func fail(_ error: HostError) -> Outcome {
    failureCount += 1
    if !told.contains(error) { reporter.report(error, action: refused) }
    return .failed
  }

  private func run(command name: String, _ argument: String) -> Outcome {
    guard let entry = CommandTable.entry(for: name) else {
      let hint = CommandTable.suggestion(for: name).map { "Did you mean \":\($0)\"?" } ?? ":help lists them."
      return fail(HostError(code: "usage", message: ":\(name): there is no such command. \(hint)"))
    }
    return driver.activity.during {
      do throws(HostError) { return try execute(entry, argument) } catch { return fail(error) }
    }
  }

  private func execute(_ entry: CommandEntry, _ argument: String) throws(HostError) -> Outcome {
    if entry.argument == .none, !argument.isEmpty {
      throw HostError(code: "usage", message: ":\(entry.name): takes nothing after it, got \(argument)")
    }
    switch entry.command {
    case .help: reporter.report(try help(argument))
    case .ls:
      reporter.report(try list(argument))
      if argument.isEmpty, let flow = host.flow { reporter.report(.flow(flow)) }
    case .state:
      let value = try asking { try host.value(at: argument) }
      reporter.report(.values([value]))
      if let path = try? Path(typed: argument) { doubt(path, value) }
    case .view: reporter.report(.values([try view(argument)]))
    case .screen: try show(argument)
    case .sync: reporter.report(try synced(argument))
    case .tap: try asking { try pane.tap(argument) }
    case .type: try asking { try pane.type(argument) }
    case .back: try asking { try pane.back() }
    case .hist: reporter.report(try history(argument))
    case .diff: reporter.report(try difference(argument))
    case .at: reporter.report(try moment(argument))
    case .blame: try blame(argument)
    case .undo, .redo, .resume: reporter.report(.rebased(entry.name, try rebase(entry.command, argument)))
    case .nav: try navigate(argument)
    case .watch: try watch(argument)
    case .trace: try trace(argument)
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

  /// The answer to `name?`.
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
    throw HostError(code: "usage", message: ":ls: there is no feature or service \"\(name)\". \(hint)")
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
    throw HostError(code: "usage", message: ":sync: there is no sync feature \"\(name)\". \(hint)")
  }

  private func navigate(_ link: String) throws(HostError) {
    if !link.isEmpty { return try asking { try host.open(link: link, origin: .prompt) } }
    if host.flow == nil { throw HostError(code: "usage", message: ":nav: this app has no flow") }
    reporter.report(.values([try asking { try host.value(at: "nav.path") }]))
  }

  private func show(_ view: String) throws(HostError) {
    try asking { try pane.turn(to: view) }
    // What stands above the prompt is drawn there by the session.
    if view != "off", !pane.isShown { reporter.report(.screen(try asking { try pane.lines() })) }
  }

  private func view(_ name: String) throws(HostError) -> Value {
    try asking { try name.isEmpty ? host.views() : host.view(of: name) }
  }

  /// The report itself arrives as an event.
  private func reload(reset: Bool) -> Outcome {
    if host.reload(reset: reset).ok { return .done }
    failureCount += 1
    return .failed
  }

  func asking<Answer>(_ question: () throws -> Answer) throws(HostError) -> Answer {
    do { return try question() } catch let error as HostError { throw error } catch {
      throw HostError(code: "internal", message: String(describing: error))
    }
  }
}

extension Value {
  /// Whether there is no data in it.
  fileprivate var isOfFunctions: Bool {
    switch self {
    case .opaque: true
    case .map(let fields): fields.allSatisfy { $0.value.isOfFunctions }
    default: false
    }
  }
}
