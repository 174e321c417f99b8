import LuaRuntime
import UDFHost
import UDFServices

/// Makes a test of what somebody does: each action that comes from outside is sent again, each that follows is to be received,
/// both with what they changed, and services answer what they answered, as late as they did.
final class TestRecorder: SessionObserver {
  /// A test from one state on. Where the state changes otherwise than by an action, another one begins.
  private struct Part {
    var state: Record
    var steps: [String] = []
    /// From each service to its methods and the numbers of their calls.
    var calls: [String: [String: [Int]]] = [:]
    var isLeftRunning = false
    /// The number of the first action that the test sends, nil while there is none.
    var first: Int?
  }

  let file: UserFile
  private unowned let sessions: Sessions
  private var parts: [Part] = []
  private var calls: [Int: RecordedCall] = [:]
  /// The event whose action comes next.
  private var event: (name: String, fields: Record)?
  /// By the host's clock: up to when the test lets time pass.
  private var time: Double
  /// What comes next has waited for something.
  private var hasTurned = false
  /// The action that the test itself sends and that was refused: its error is expected there.
  private var refused: Int?

  init(_ sessions: Sessions, file: UserFile) {
    self.sessions = sessions
    self.file = file
    time = sessions.clock.now
    begin()
  }

  /// Whether anything was done.
  var isEmpty: Bool { parts.allSatisfy(\.steps.isEmpty) }

  private func begin() { parts.append(Part(state: sessions.changedStates())) }

  private func add(_ step: String) { parts[parts.count - 1].steps.append(step) }

  // MARK: what happens

  func didTurn() { hasTurned = true }

  func didRaise(_ event: String, _ fields: Record) { self.event = (event, fields) }

  func stateWasReplaced() {
    end()
    begin()
  }

  /// Ends the present part.
  private func end() { parts[parts.count - 1].isLeftRunning = !sessions.isSettled }

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
    let action = LuaText.lines(TestRecorder.action(record), indent: 2)
    // In a test nothing but effects sends by itself.
    let isReceived = record.origin == .effect && !isOfFormerEffect(record)
    if record.status != .committed, record.origin == .effect {
      // Its error comes to nobody in the test.
      if !isReceived { refused = record.n }
      return
    }
    if parts[parts.count - 1].first == nil { parts[parts.count - 1].first = record.n }
    guard !isReceived else {
      pass(always: hasTurned)
      let received = record.fields.isEmpty ? LuaText.quoted(record.type) : action
      return add("store.receive(\(received)\(change(record)))")
    }
    pass(always: false)
    var call = "store.send(\(action)\(change(record)))"
    if let event, record.origin == .event {
      let fields = event.fields.isEmpty ? "" : ", " + LuaText.lines(.map(event.fields), indent: 2)
      call = "store.event(\(LuaText.quoted(event.name))\(fields)\(change(record)))"
    }
    guard record.status != .committed, let error = sessions.refusal else { return add(call) }
    refused = record.n
    add("test.expect(function() \(call) end).to_fail(\(LuaText.quoted(TestRecorder.gist(of: error))))")
  }

  /// Whether an action was sent before the test begins.
  private func isBefore(_ action: Int) -> Bool { parts[parts.count - 1].first.map { action < $0 } ?? true }

  /// Whether an effect sent it that ran already when the test began: nothing in the test does.
  private func isOfFormerEffect(_ record: ActionRecord) -> Bool {
    // Without a cause it may follow from anything that the test has sent.
    record.cause.map(isBefore) ?? (parts[parts.count - 1].first == nil)
  }

  /// Lets as much time pass in the test as has passed, where somebody can notice it.
  private func pass(always: Bool) {
    let now = sessions.clock.now
    defer {
      time = now
      hasTurned = false
    }
    let seconds = ((now - time) * 1e6 - 1e-3).rounded(.up) / 1e6
    guard always || seconds > 0 && sessions.hasEffects else { return }
    add("store.advance(\(LuaText.lines(.number(max(0, seconds)))))")
  }

  func didCall(_ call: RecordedCall) {
    // A test has these without a stub, and what they give follows from what they are given.
    if call.service == "log" || call.service == "json" { return }
    if let action = call.action, isBefore(action) { return }
    calls[call.number] = call
    parts[parts.count - 1].calls[call.service, default: [:]][call.method, default: []].append(call.number)
  }

  func didAnswer(_ call: RecordedCall) {
    calls[call.number] = call
  }

  private func change(_ record: ActionRecord) -> String {
    guard record.status == .committed, !record.changes.isEmpty else { return "" }
    let statements = record.changes.map { "\n    \($0.statement { LuaText.lines($0, indent: 4) })" }
    return ", function(state)\(statements.joined())\n  end"
  }

  private static func action(_ record: ActionRecord) -> Value {
    var fields = record.fields
    fields["type"] = .string(record.type)
    return .map(fields)
  }

  /// What an error says, without the line, which the next edit moves.
  private static func gist(of error: HostError) -> String {
    let first = String(error.message.prefix { $0 != "\n" })
    return ScriptPosition.split(first).text
  }

  // MARK: the end

  /// The recorder of the test that is being recorded in a host; nil if none is.
  static func running(in host: AppHost) -> TestRecorder? {
    host.sessions.events.observers.lazy.compactMap { $0 as? TestRecorder }.first
  }

  func willStop() {
    do throws(HostError) {
      let written = try finish(orElse: "The test was not written, and the host has ended.") != nil
      let message = written ? "the test was written to" : "nothing was done, so there is no test to write to"
      sessions.events.emit(.log(level: "info", message: "\(message) \(file.name)", fields: [:]))
    } catch { sessions.events.emit(.error(error, action: nil)) }
  }

  /// Writes the test and stops recording. Returns the name of its file, nil if nothing was done. Throws a ``HostError`` if the
  /// file cannot be written or exists by now; `consequence` says what becomes of the test then.
  func finish(orElse consequence: String) throws(HostError) -> String? {
    end()
    if !isEmpty {
      // Somebody may have written a test of their own meanwhile.
      guard DiskFiles().realPath(file.place.path) == nil else {
        throw HostError(
          code: "usage", message: "\(file.name): this file is there by now, so it is not overwritten\n  \(consequence)")
      }
      do throws(FileProblem) { try DiskFiles().write(Array(text.utf8), to: file.place) } catch {
        throw file.error(error, consequence)
      }
    }
    sessions.events.remove(self)
    return isEmpty ? nil : file.name
  }

  // MARK: the file

  /// The test file.
  var text: String {
    let tests = parts.filter { !$0.steps.isEmpty }.enumerated().map(test)
    let all = tests.joined(separator: "\n")
    let usesUDF = all.contains("udf.null") || all.contains("udf.list")
    return """
      \(usesUDF ? "local udf = require \"udf\"\n" : "")local test = require "udf.test"
      \(all.contains("replies {") ? TestRecorder.replies : "")
      \(all)
      """
  }

  private func test(_ number: Int, _ part: Part) -> String {
    var options: [String] = []
    if !part.state.isEmpty { options.append("state = \(LuaText.lines(.map(part.state), indent: 4))") }
    if !part.calls.isEmpty { options.append("services = {\n\(services(part))    }") }
    // What still runs at the end would fail an exhaustive one.
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

  private static let replies = """

    -- Answers each call as the service did when this was recorded, and as late.
    local function replies(list)
      local calls = 0
      return function()
        calls = calls + 1
        local reply = list[calls]
        if not reply then error("it is called once more than it was when this was recorded") end
        if reply.after then test.sleep(reply.after) end
        local function fail()
          if reply.never then test.sleep(1e9) end
          if reply.error then error(reply.error, 0) end
        end
        if reply.each then
          local at = 0
          return function()
            at = at + 1
            local wait = reply.waits and reply.waits[at] or 0
            if wait > 0 then test.sleep(wait) end
            if at > #reply.each then fail() end
            return reply.each[at]
          end
        end
        fail()
        return table.unpack(reply, 1, reply.n or #reply)
      end
    end

    """
}

extension Value {
  /// What a stub raises: the rest is added where it is called.
  fileprivate var asRaised: Value {
    guard case .map(var fields) = self else { return self }
    for key in ["service", "method", "traceback"] { fields[key] = .none }
    return .map(fields)
  }
}
