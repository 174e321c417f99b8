import UDFCommands
import UDFHost

/// One connected page: it performs the page's requests by the same commands as the prompt.
@MainActor
final class PageSession {
  let outbox: Outbox
  let host: AppHost
  let limit: PageLimit
  private let answers = LineCollector()
  private let reporter: JSONReporter
  let interpreter: Interpreter
  let screen: PageScreen

  init(_ host: AppHost, _ outbox: Outbox, _ limit: PageLimit) {
    self.host = host
    self.limit = limit
    self.outbox = outbox
    reporter = JSONReporter(output: answers, isVerbose: false)
    interpreter = Interpreter(host: host, reporter: reporter, pane: ScreenPane(host), reports: .none)
    screen = PageScreen(host, limit)
  }

  /// Performs a request, and returns its answer. What happens meanwhile is sent to all pages as events.
  func perform(_ request: PageRequest) -> String {
    sendStray()
    var failure: HostError?
    do throws(HostError) {
      let isDone = try perform(request.kind.get())
      if !isDone { failure = interpreter.failure }
    } catch {
      failure = error
    }
    return answer(to: request, failure)
  }

  static let interrupted = HostError(code: "cancelled", message: "interrupted before it began")

  /// Returns the answer to a request that is not performed.
  func refuse(_ request: PageRequest, _ error: HostError) -> String { answer(to: request, error) }

  private func answer(to request: PageRequest, _ failure: HostError?) -> String {
    var (lines, failure) = (answers.take(), failure)
    if let problem = limit.problem("the answer", lines) {
      lines = []
      failure = problem
    }
    if let failure { lines.append(JSONLines.error(failure)) }
    return #"{"id":\#(request.id),"ok":\#(failure == nil),"answer":[\#(lines.joined(separator: ","))]}"#
  }

  /// Sends what was reported outside of requests: changes of watched paths.
  func sendStray() {
    let lines = answers.take()
    if lines.isEmpty { return }
    let problem = limit.problem("the report of watched paths", lines)
    send(problem.map { [JSONLines.error($0)] } ?? lines)
  }

  func send(_ lines: [String]) { outbox.send(lines: lines) }

  func answer(_ line: String) { answers.line(line) }

  /// Returns false if the interpreter has failed.
  private func perform(_ kind: PageRequest.Kind) throws(HostError) -> Bool {
    switch kind {
    case .line(let text): return try run(text)
    case .dispatch(let type, let fields): try throwing { try host.send(type, fields, origin: .prompt) }
    case .state(let n):
      answer(JSONLines.state(try throwing { try n.map { try host.state(after: $0) } ?? host.liveState() }))
    case .screen(let rows): screen.rows = rows
    case .pastScreen(let n, let rows): answer(try screen.line(after: n, rows: rows))
    case .press(let token, let path): try throwing { try screen.press(path, on: token) }
    case .type(let token, let path, let text): try throwing { try screen.type(text, into: path, on: token) }
    case .back: try throwing { try host.back() }
    case .adopt(let generation):
      try require(generation)
      return try run(":replay")
    case .interrupt: break
    case .source(let file, let line): answer(try SourceText(host).line(file, around: line))
    case .edit(let file, let line): try SourceText(host).edit(file, line, outbox)
    case .sync(let feature, let act, let mutation): try resolve(mutation, of: feature, act)
    case .graph: answer(JSONLines.graph(host.graph))
    case .export(let what, let first, let last): try export(what, first, last)
    case .load(let what, let text): try load(what, text)
    }
    return true
  }

  /// Throws if other code than this generation is loaded.
  private func require(_ generation: Int) throws(HostError) {
    guard host.generation != generation else { return }
    throw HostError(
      code: "stale",
      message:
        "adopt: generation \(host.generation) is loaded, but generation \(generation) was compared; nothing was done\n  To fix this, adopt after the comparison with generation \(host.generation)"
    )
  }

  /// Runs a line of the prompt.
  private func run(_ text: String) throws(HostError) -> Bool {
    switch interpreter.run(text, name: "page") {
    case .done: return true
    case .failed: return false
    case .incomplete:
      interpreter.reportUnfinished(name: "page", line: 1)
      return false
    case .quit: throw HostError(usage: ":quit: ends a prompt; close the page instead")
    }
  }

  private func throwing<Answer>(_ body: () throws -> Answer) throws(HostError) -> Answer {
    do { return try body() } catch {
      throw error as? HostError ?? HostError(code: "internal", message: String(describing: error))
    }
  }
}
