import LuaRuntime
import UDFServices

/// Evaluates lines at the prompt, with the state, the features, `it`, and the globals of earlier lines.
final class PromptSession: GenerationAdopter {
  private let machine: LuaMachine
  private let dispatcher: Dispatcher
  private let services: ServiceTable
  /// See ``HostConfiguration/lineBudget``.
  private let budget: Double
  private let names: LuaReference
  private var environment: LuaReference
  /// The table that contains `it`, separate from the names that a line must not write.
  private let kept: LuaReference
  private let shownOf: LuaReference?
  private var features: [String] = []

  init(dispatcher: Dispatcher, services: ServiceTable, prelude: Prelude, budget: Double) throws(HostError) {
    machine = dispatcher.machine
    self.dispatcher = dispatcher
    self.services = services
    self.budget = budget
    guard let names = machine.table(), let kept = machine.table(),
      let environment = machine.environment(writable: true, library: names, fallback: kept)
    else { throw HostError(LuaError.last(of: machine)) }
    self.names = names
    self.kept = kept
    self.environment = environment
    shownOf = prelude["shown"]
    machine.assign(machine.node([]), to: "state", of: names)
    machine.assign(prelude["views"], to: "view", of: names)
    machine.assign(prelude["computeds"], to: "computed", of: names)
    for name in ["print", "warn"] { machine.assign(prelude[name], to: name, of: names) }
    machine.assign(prelude.library, to: "udf", of: names)
    machine.assign(machine.function(HostFunction.event.rawValue), to: "event", of: names)
    machine.assign(machine.function(HostFunction.settle.rawValue), to: "settle", of: names)
    do throws(LuaError) { try prelude.openOutput(of: names) } catch { throw HostError(error) }
  }

  /// Replaces the features of the previous generation; without a generation, also removes the globals of earlier lines.
  func adopt(_ generation: Generation?) {
    for feature in features { machine.assign(nil, to: feature, of: names) }
    features = generation?.features.map(\.name) ?? []
    for (feature, members) in generation?.members ?? [:] { machine.assign(members, to: feature, of: names) }
    machine.assign(generation?.dispatcher, to: "dispatch", of: names)
    machine.assign(generation?.services, to: "services", of: names)
    if generation == nil { forgetLines() }
  }

  private func forgetLines() {
    machine.assign(nil, to: "it", of: kept)
    if let new = machine.environment(writable: true, library: names, fallback: kept) { environment = new }
  }

  /// Runs a line or chunk of Lua that begins at `line` of `name`.
  func evaluate(_ source: String, name: String, line: Int) -> Evaluation {
    guard !dispatcher.isBusy, machine.depth == 0 else {
      return .failed(
        HostError(usage: "\(name): a script is running; nothing can be evaluated inside it"))
    }
    do throws(HostError) { try dispatcher.refuseIfStopped(name) } catch { return .failed(error) }
    let chunk: LuaReference
    do throws(LuaError) { chunk = try compile(source, name: name, line: line) } catch {
      return error.reason == .incomplete ? .incomplete : .failed(HostError(error))
    }
    (dispatcher.refusal, dispatcher.tree.input) = (nil, name)
    defer {
      dispatcher.tree.input = nil
      services.close(run: nil)
      dispatcher.events.flush()
    }
    do throws(LuaError) {
      try machine.run(chunk, phase: .prompt, budget: budget)
      keepResult()
      let results = try machine.results(display: true)
      guard results == [.map([:])], let shown = try shown() else { return .value(results) }
      return .value(shown)
    } catch {
      // The refusal of an action has more details than what the script got.
      if let refusal = dispatcher.refusal, refusal.raised == error.value || refusal.message == error.message {
        return .failed(refusal)
      }
      return .failed(HostError(error, notes: notes(on: error)))
    }
  }

  /// See ``AppHost/promptKeys(of:)``. Runs in the phase of a view, in which nothing can be changed or sent.
  func keys(of chain: String) -> [String] {
    guard !dispatcher.isBusy, machine.depth == 0 else { return [] }
    let source = """
      local keys = {}
      for key in pairs(\(chain)) do
        if #keys == 1000 then break end
        if type(key) == "string" then keys[#keys + 1] = key end
      end
      return keys
      """
    guard let chunk = try? machine.load(source.utf8, name: "prompt", in: environment) else { return [] }
    return ((try? machine.call(chunk, phase: .view, budget: 0.1))?.first?.texts ?? []).sorted()
  }

  /// Compiles a line as an expression if possible, or a chunk whose last line may be an expression. If neither
  /// compiles, throws the error of the kind that was probably intended.
  private func compile(_ source: String, name: String, line: Int) throws(LuaError) -> LuaReference {
    // Empty lines in front, so that errors have the right line numbers.
    let before = String(repeating: "\n", count: max(0, line - 1))
    let problem: LuaError
    do throws(LuaError) {
      return try machine.load((before + "return " + source).utf8, name: name, in: environment)
    } catch { problem = error }
    do throws(LuaError) {
      return try machine.load((before + source).utf8, name: name, in: environment)
    } catch {
      if let chunk = endingInValue(source, behind: before, name: name) { return chunk }
      throw problem.reason == .incomplete || PromptSession.isNoStatement(source, error) ? problem : error
    }
  }

  /// Returns a chunk that ends with the value of its last line; nil if the last line is not an expression.
  private func endingInValue(_ source: String, behind before: String, name: String) -> LuaReference? {
    guard let end = source.lastIndex(where: { !$0.isWhitespace }),
      let line = source[..<end].lastIndex(where: \.isNewline)
    else { return nil }
    let chunk = "\(before)\(source[...line])return \(source[source.index(after: line)...])"
    return try? machine.load(chunk.utf8, name: name, in: environment)
  }

  /// Whether the compiler failed at the first token, so that the text cannot be a statement: `{ 1, 2` or `1 + 2`.
  private static func isNoStatement(_ source: String, _ error: LuaError) -> Bool {
    guard let near = error.message.firstRange(of: "unexpected symbol near '") else { return false }
    return source.drop(while: \.isWhitespace).hasPrefix(error.message[near.upperBound...].dropLast())
  }

  /// Globals of Lua that scripts do not have, with the replacement of each.
  private static let absent: [String: String] = {
    let outside = "Scripts reach outside of the app only through services; services? lists them."
    return [
      "send": "Here dispatch { type = \"…\" } sends an action, as FEATURE.ACTION { … } does.",
      "nav": "This app has no flow; flow = udf.flow { … } in udf.app declares one.",
      "package": outside, "dofile": outside, "loadfile": outside,
      "require": "Only the app's files can require others; udf is available here without require.",
    ]
  }()

  /// Returns notes on a global that is nil, or on the consequences of a stopped line.
  private func notes(on error: LuaError) -> [String] {
    if error.reason == .budget {
      return [
        "Its earlier changes are kept.",
        "To fix this, do less in one line, or allow it more time: --time-limit SECONDS",
      ]
    }
    guard let found = error.message.firstRange(of: "a nil value (global '"), error.message.hasSuffix("')") else {
      return []
    }
    let name = String(error.message[found.upperBound...].dropLast(2))
    if let meant = suggestion(for: name, among: Prelude.reserved + features) { return ["Did you mean \"\(meant)\"?"] }
    if let note = PromptSession.absent[name] { return [note] }
    return features.isEmpty ? [] : ["The features are: \(features.joined(separator: ", "))."]
  }

  /// Returns what is shown of a result that is `view` or `computed`, or an output, of which nothing is; else nil.
  private func shown() throws(LuaError) -> [Value]? {
    guard let result = machine.result(1), let shownOf else { return nil }
    let shown = try machine.call(shownOf, first: result, phase: .prompt)
    return shown.first == true ? Array(shown.dropFirst()) : nil
  }

  /// Stores the last call's first result as `it`, unless it is nil.
  private func keepResult() {
    guard let result = machine.result(1) else { return }
    machine.assign(result, to: "it", of: kept)
    // A global `it` that a line has written would hide the new result.
    machine.assign(nil, to: "it", of: environment)
  }
}
