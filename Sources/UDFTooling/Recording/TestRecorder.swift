import LuaRuntime
import UDFHost
import UDFServices

/// Records a session as a test: the test sends each external action again, expects each following action, and checks
/// the changes of both. Its services return the recorded answers with the recorded delays.
final class TestRecorder: SessionObserver {
  /// A test from one state on. A change of the state without an action starts another part.
  private struct Part {
    var state: Record
    var steps: [String] = []
    /// The numbers of the calls of each service and method.
    var calls: [String: [String: [Int]]] = [:]
    var isLeftRunning = false
    /// The number of the first action that the test sends; nil before it.
    var first: Int?
  }

  let file: UserFile
  private unowned let sessions: Sessions
  private var parts: [Part] = []
  private var calls: [Int: RecordedCall] = [:]
  /// The event of the next action.
  private var event: (name: String, fields: Record)?
  /// The time on the host's clock up to which the test has advanced.
  private var time: Double
  /// Whether the host has waited before the next action.
  private var hasTurned = false
  /// Whether an effect was running during that wait. In the test it waits for the same time.
  private var hadEffects = false
  /// The action that the test itself sends and that was refused. The test expects its error.
  private var refused: Int?

  init(_ sessions: Sessions, file: UserFile) {
    self.sessions = sessions
    self.file = file
    time = sessions.clock.now
    begin()
  }

  /// Whether there were no actions.
  var isEmpty: Bool { parts.allSatisfy(\.steps.isEmpty) }

  private func begin() { parts.append(Part(state: sessions.changedStates())) }

  private func add(_ step: String) { parts[parts.count - 1].steps.append(step) }

  // MARK: what happens

  func didTurn() {
    hasTurned = true
    hadEffects = hadEffects || sessions.hasEffects
  }

  func didRaise(_ event: String, _ fields: Record) { self.event = (event, fields) }

  func stateWasReplaced() {
    end()
    begin()
  }

  /// Ends the present part.
  private func end() {
    parts[parts.count - 1].isLeftRunning = !sessions.isSettled
    // An effect that has ended without an action must end in the test too.
    if sessions.isSettled, !parts[parts.count - 1].steps.isEmpty { pass(always: false) }
  }

  func didEmit(_ happened: HostEvent) {
    switch happened {
    case .action(let record): add(record)
    case .error(let error, let n):
      if let n, n == refused || isBefore(n) { break }
      pass(always: false)
      add("store.receive_error(\(LuaText.quoted(TestRecorder.gist(of: error))))")
    default: break
    }
  }

  private func add(_ record: ActionRecord) {
    let event = self.event
    self.event = nil
    let action = record.luaText
    // In a test only effects send further actions.
    let isReceived = record.origin == .effect && !isOfFormerEffect(record)
    if record.status != .committed, record.origin == .effect {
      // In the test, no caller receives its error.
      if !isReceived { refused = record.n }
      return
    }
    if parts[parts.count - 1].first == nil { parts[parts.count - 1].first = record.n }
    guard !isReceived else {
      pass(always: hasTurned)
      let received = record.fields.isEmpty ? LuaText.quoted(record.type) : action
      return add("store.receive(\(received)\(record.luaChange))")
    }
    pass(always: false)
    var call = "store.send(\(action)\(record.luaChange))"
    if let event, record.origin == .event {
      let fields = event.fields.isEmpty ? "" : ", " + LuaText.lines(.map(event.fields), indent: 2)
      call = "store.event(\(LuaText.quoted(event.name))\(fields)\(record.luaChange))"
    }
    guard record.status != .committed, let error = sessions.refusal else { return add(call) }
    refused = record.n
    add("test.expect(function() \(call) end).to_fail(\(LuaText.quoted(TestRecorder.gist(of: error))))")
  }

  /// Whether an action was sent before the test begins.
  private func isBefore(_ action: Int) -> Bool { parts[parts.count - 1].first.map { action < $0 } ?? true }

  /// Whether the action comes from an effect that already ran when the test began. The test has no such effect.
  private func isOfFormerEffect(_ record: ActionRecord) -> Bool {
    // Without a cause, the action may result from any action that the test has sent.
    record.cause.map(isBefore) ?? (parts[parts.count - 1].first == nil)
  }

  /// Advances the test's time by the elapsed time, if something can depend on it.
  private func pass(always: Bool) {
    let now = sessions.clock.now
    // Without a turn of the host, no waiting effect has continued. If there is none, the test need not wait for this time.
    guard hasTurned else {
      if !sessions.hasEffects { time = now }
      return
    }
    defer {
      time = now
      hasTurned = false
      hadEffects = sessions.hasEffects
    }
    let seconds = ((now - time) * 1e6 - 1e-3).rounded(.up) / 1e6
    guard always || seconds > 0 && hadEffects else { return }
    add("store.advance(\(LuaText.lines(.number(max(0, seconds)))))")
  }

  func didCall(_ call: RecordedCall) {
    // A test needs no stubs for these services, and their results depend only on their arguments.
    if call.service == "log" || call.service == "json" { return }
    if let action = call.action, isBefore(action) { return }
    calls[call.number] = call
    parts[parts.count - 1].calls[call.service, default: [:]][call.method, default: []].append(call.number)
  }

  func didAnswer(_ call: RecordedCall) {
    calls[call.number] = call
  }

  /// Returns the text of an error without the line number, which changes with the next edit.
  private static func gist(of error: HostError) -> String {
    let first = String(error.message.prefix { $0 != "\n" })
    return ScriptPosition.split(first).text
  }

  // MARK: the end

  /// Returns the recorder of a host; nil if no test is being recorded.
  static func running(in host: AppHost) -> TestRecorder? {
    host.sessions.events.observers.lazy.compactMap { $0 as? TestRecorder }.first
  }

  func willStop() {
    do throws(HostError) {
      let written = try finish(orElse: "The test was not written, and the host has ended.") != nil
      let message = written ? "the test was written to" : "no action was sent, so no test was written to"
      sessions.events.emit(.log(level: "info", message: "\(message) \(file.name)", fields: [:]))
    } catch { sessions.events.emit(.error(error, action: nil)) }
  }

  /// Writes the test and stops recording. Returns the name of its file; nil if there were no actions. Throws a
  /// `HostError` if the file cannot be written or exists meanwhile; `consequence` describes what then happens to the
  /// test.
  func finish(orElse consequence: String) throws(HostError) -> String? {
    end()
    if !isEmpty {
      // Another program may have created the file meanwhile.
      guard DiskFiles().realPath(file.place.path) == nil else {
        throw HostError(usage: "\(file.name): this file exists by now and is not overwritten\n  \(consequence)")
      }
      // An event or the answer of a service may contain a value that an action declares secret.
      let text = sessions.hidden(text)
      do throws(FileProblem) { try DiskFiles().write(Array(text.utf8), to: file.place) } catch {
        throw file.error(error, consequence)
      }
    }
    sessions.events.remove(self)
    return isEmpty ? nil : file.name
  }

  // MARK: the file

  /// The text of the test file.
  var text: String {
    let tests = parts.filter { !$0.steps.isEmpty }.enumerated().map(test)
    let all = tests.joined(separator: "\n")
    let usesUDF = all.contains("udf.null") || all.contains("udf.list")
    return """
      \(usesUDF ? "local udf = require \"udf\"\n" : "")local test = require "udf.test"
      \(all.contains("replies {") ? RecordedReplies(calls.values).function : "")
      \(all)
      """
  }

  private func test(_ number: Int, _ part: Part) -> String {
    var options: [String] = []
    if !part.state.isEmpty { options.append("state = \(LuaText.lines(.map(part.state), indent: 4))") }
    if !part.calls.isEmpty { options.append("services = {\n\(services(part))    }") }
    // Effects that are still running at the end would make an exhaustive test fail.
    if part.isLeftRunning { options.append("exhaustive = false") }
    let store = options.isEmpty ? "" : " {\n" + options.map { "    \($0),\n" }.joined() + "  }"
    return """
      test.it("does what was recorded\(number == 0 ? "" : ", part \(number + 1)")", function()
        local store = test.store\(store.isEmpty ? "()" : store)
      \(part.steps.map { "  \($0)\n" }.joined())end)

      """
  }

  private func services(_ part: Part) -> String {
    part.calls.sorted { $0.key < $1.key }.map { service, methods in
      let stubs = methods.sorted { $0.key < $1.key }.map { method, numbers in
        let replies = numbers.map { "          \(reply(to: $0)),\n" }.joined()
        return "        \(method) = replies {\n\(replies)        },\n"
      }
      return "      \(service) = {\n\(stubs.joined())      },\n"
    }.joined()
  }

  private func reply(to number: Int) -> String {
    guard let call = calls[number] else { return "{ never = true }" }
    func rounded(_ seconds: Double) -> Double { ((seconds * 1e6) + 1e-3).rounded(.down) / 1e6 }
    let seconds = rounded(call.seconds)
    let after = seconds > 0 ? "after = \(LuaText.lines(.number(seconds)))" : nil
    var parts = [after].compactMap(\.self)
    switch call.outcome {
    case .values(let values):
      if values.contains(.none) || values.count > 1 { parts.append("n = \(values.count)") }
      parts += values.map { LuaText.lines($0, indent: 10) }
    case .items(let items, let waits, let problem):
      parts.append("each = \(LuaText.lines(.list(items), indent: 10))")
      let pauses = waits.map(rounded)
      if pauses.contains(where: { $0 > 0 }) {
        parts.append("waits = \(LuaText.lines(.list(pauses.map(Value.number)), indent: 10))")
      }
      if problem["code"].text == "cancelled" {
        parts.append("never = true")
      } else if problem != .none {
        parts.append("error = \(LuaText.lines(problem.asRaised, indent: 10))")
      }
    case .raised(let error) where error["code"].text == "cancelled": return "{ never = true }"
    case .raised(let error): parts.append("error = \(LuaText.lines(error.asRaised, indent: 10))")
    case nil: return "{ never = true }"
    }
    return parts.isEmpty ? "{}" : "{ \(parts.joined(separator: ", ")) }"
  }
}

extension Value {
  /// The error that a stub raises. The call adds the other fields.
  fileprivate var asRaised: Value {
    guard case .map(var fields) = self else { return self }
    for key in ["service", "method", "traceback"] { fields[key] = .none }
    return .map(fields)
  }
}
