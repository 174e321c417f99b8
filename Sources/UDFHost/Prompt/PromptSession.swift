import LuaRuntime
import UDFServices

/// Evaluates lines at the prompt: what they see is the state, the features, `it`, and the globals that earlier lines made.
final class PromptSession: GenerationAdopter {
  private let machine: LuaMachine
  private let dispatcher: Dispatcher
  private let services: ServiceTable
  private let names: LuaReference
  private var environment: LuaReference
  /// Where `it` stands, apart from the names that a line must not write.
  private let kept: LuaReference
  private let shownOf: LuaReference?
  private var features: [String] = []

  init(dispatcher: Dispatcher, services: ServiceTable, prelude: Prelude) throws(HostError) {
    machine = dispatcher.tree.machine
    self.dispatcher = dispatcher
    self.services = services
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
    machine.assign(prelude["print"], to: "print", of: names)
    machine.assign(prelude.library, to: "udf", of: names)
    machine.assign(machine.function(HostFunction.event.rawValue), to: "event", of: names)
    machine.assign(machine.function(HostFunction.settle.rawValue), to: "settle", of: names)
  }

  /// Offers the features of a generation instead of those of the one before; without one also no globals of earlier lines.
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
        HostError(code: "usage", message: "\(name): a script is running; nothing can be evaluated inside it"))
    }
    do throws(HostError) { try dispatcher.refuseIfStopped(name) } catch { return .failed(error) }
    let chunk: LuaReference
    do throws(LuaError) { chunk = try compile(source, name: name, line: line) } catch {
      return error.reason == .incomplete ? .incomplete : .failed(HostError(error))
    }
    dispatcher.refusal = nil
    defer {
      services.close(run: nil)
      dispatcher.events.flush()
    }
    do throws(LuaError) {
      try machine.run(chunk, phase: .prompt)
      keepResult()
      let results = try machine.results(display: true)
      guard results == [.map([:])], let shown = try shown() else { return .value(results) }
      return .value([shown])
    } catch {
      // What refused an action is known in full; Lua only passed its text on.
      if let refusal = dispatcher.refusal, refusal.message == error.message { return .failed(refusal) }
      return .failed(HostError(error, notes: notes(on: error)))
    }
  }

  /// Compiles a line, as an expression if it is one, or a chunk whose last line may be one. Throws the error of what it was
  /// meant to be.
  private func compile(_ source: String, name: String, line: Int) throws(LuaError) -> LuaReference {
    // Lines in front, so that errors count from where the chunk begins.
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

  /// The chunk that gives what its last line stands for, as a line does; nil if that is no expression.
  private func endingInValue(_ source: String, behind before: String, name: String) -> LuaReference? {
    guard let end = source.lastIndex(where: { !$0.isWhitespace }),
      let line = source[..<end].lastIndex(where: \.isNewline)
    else { return nil }
    let chunk = "\(before)\(source[...line])return \(source[source.index(after: line)...])"
    return try? machine.load(chunk.utf8, name: name, in: environment)
  }

  /// Whether the compiler gave up at the first token: `{ 1, 2` and `1 + 2` do not even begin as statements do.
  private static func isNoStatement(_ source: String, _ error: LuaError) -> Bool {
    guard let near = error.message.firstRange(of: "unexpected symbol near '") else { return false }
    return source.drop(while: \.isWhitespace).hasPrefix(error.message[near.upperBound...].dropLast())
  }

  /// Lua has these elsewhere.
  private static let absent: [String: String] = {
    let outside = "Scripts reach outside of the app only through services; services? lists them."
    return [
      "io": outside, "package": outside, "dofile": outside, "loadfile": outside,
      "require": "Only the app's files can require others; udf is here without.",
    ]
  }()

  /// What may have been meant by a global that is nil.
  private func notes(on error: LuaError) -> [String] {
    guard let found = error.message.firstRange(of: "a nil value (global '"), error.message.hasSuffix("')") else {
      return []
    }
    let name = String(error.message[found.upperBound...].dropLast(2))
    if let meant = suggestion(for: name, among: Prelude.reserved + features) { return ["Did you mean \"\(meant)\"?"] }
    if let note = PromptSession.absent[name] { return [note] }
    return features.isEmpty ? [] : ["The features are: \(features.joined(separator: ", "))."]
  }

  /// What is shown of the last call's first result if that is `view` or `computed` itself, whose values are computed when
  /// they are asked for.
  private func shown() throws(LuaError) -> Value? {
    guard let result = machine.result(1), let shownOf else { return nil }
    let shown = try machine.call(shownOf, first: result, phase: .prompt).first
    return shown == Value.none ? nil : shown
  }

  /// Keeps the last call's first result as `it`, unless that is nil.
  private func keepResult() {
    guard let result = machine.result(1) else { return }
    machine.assign(result, to: "it", of: kept)
    // A line may have written one of its own, which would hide all that follow.
    machine.assign(nil, to: "it", of: environment)
  }
}
