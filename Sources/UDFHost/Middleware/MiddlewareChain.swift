import LuaRuntime
import UDF

/// The middleware of a host: that of the program, and then that of the app. Each sees an action before and after its reducers.
final class MiddlewareChain: GenerationAdopter, HostFunctionProvider {
  private typealias StoreMiddleware = Middleware<Unmanaged<SliceTree>, HostAction>

  private let native: [HostMiddleware]
  private let machine: LuaMachine
  private let dispatcher: Dispatcher
  private let tree: SliceTree
  private let events: EventHub
  /// Seconds that one function of a middleware may take.
  private let budget: Double

  /// - Parameter native: that of the program.
  init(_ native: [HostMiddleware], dispatcher: Dispatcher, events: EventHub, budget: Double) {
    self.native = native
    self.dispatcher = dispatcher
    tree = dispatcher.tree
    machine = tree.machine
    self.events = events
    self.budget = budget
  }

  func adopt(_ generation: Generation?) {
    dispatcher.setMiddleware(native.map(middleware) + (generation?.middleware ?? []).map(middleware))
  }

  private func middleware(_ native: HostMiddleware) -> StoreMiddleware {
    middleware(
      before: { [unowned self] action in
        switch native.before(seen(action)) {
        case .pass: .pass
        case .stop: stop(action, by: native.name)
        case .replace(let other): replace(action, with: other.type, other.fields)
        }
      },
      after: { [unowned self] action in native.after(seen(action)) })
  }

  private func middleware(_ script: ScriptMiddleware) -> StoreMiddleware {
    middleware(
      before: { [unowned self] action in
        guard let before = script.before, let result = result(of: before, in: script, action) else { return .pass }
        return interception(result, action, script)
      },
      after: { [unowned self] action in
        guard let after = script.after else { return }
        let changes = tree.lastChanges.map { change -> Value in
          [
            "op": .string(change.operation.rawValue), "path": change.path.value, "old": change.old, "new": change.new,
          ]
        }
        run(after, of: script, [value(of: action), .list(changes)])
      })
  }

  private func middleware(
    before: @escaping (HostAction) -> Interception<HostAction>, after: @escaping (HostAction) -> Void
  ) -> StoreMiddleware {
    Middleware(
      intercepting: { [unowned self] _, action in
        dispatcher.isBeforeReducers = true
        defer { dispatcher.isBeforeReducers = false }
        return before(action)
      },
      after: { [unowned self] _, action in
        guard tree.last.status == .committed else { return }
        dispatcher.isAfterReducers = true
        after(action)
        dispatcher.isAfterReducers = false
      })
  }

  // MARK: interception

  /// What a script makes of an action: nil lets it pass, false stops it, an action takes its place.
  private func interception(_ result: Value, _ action: HostAction, _ script: ScriptMiddleware)
    -> Interception<HostAction>
  {
    switch result {
    case .none: return .pass
    case .boolean(false) where script.intercepts: return stop(action, by: script.name)
    case .map(var fields) where script.intercepts:
      if case .string(let type) = fields["type"] {
        fields["type"] = .none
        return replace(action, with: type, fields)
      }
    default: break
    }
    let problem =
      script.intercepts
      ? "before must give nil, false or an action { type = \"…\" }, gave \(result.shown)"
      : "before gave \(result.shown); to stop or replace actions it must declare intercepts = true"
    fail(script, LuaError(reason: .raised, message: problem))
    return .pass
  }

  private func stop(_ action: HostAction, by name: String) -> Interception<HostAction> {
    let type = value(of: action)["type"].text ?? "an action"
    events.emit(.log(level: "info", message: "\(type) was stopped by the middleware \(name)", fields: [:]))
    dispatcher.didStop(action)
    return .stop
  }

  private func replace(_ action: HostAction, with type: String, _ fields: Record) -> Interception<HostAction> {
    var other = HostAction.named(
      type, fields, id: tree.actions.number(of: type) ?? -1, origin: action.origin, screen: action.screen,
      trigger: action.content?.trigger)
    (other.cause, other.site, other.event) = (action.presentCause, action.site, action.event)
    return .replace(with: other)
  }

  // MARK: what they see

  private func seen(_ action: HostAction) -> SeenAction {
    let value = value(of: action)
    return SeenAction(
      chain: self, type: value["type"].text ?? "", fields: value.actionFields, origin: action.origin)
  }

  private func value(of action: HostAction) -> Value {
    TapeReader.value(of: action.content?.bytes ?? machine.action)
  }

  /// What the action has changed; nothing before it is reduced.
  var changes: [Change] { dispatcher.owner.isCurrent && dispatcher.isAfterReducers ? tree.lastChanges : [] }

  /// The state as it is.
  func value(at path: String) throws -> Value {
    try dispatcher.owner.require()
    return try tree.value(at: path)
  }

  /// The state as the action found it whose reducers have just run; before they have, as it is.
  func valueBefore(_ path: String) throws -> Value {
    try dispatcher.owner.require()
    guard dispatcher.isAfterReducers else { return try value(at: path) }
    let (start, present) = (tree.last.start, tree.last.end)
    machine.travel(from: present, to: start)
    defer { machine.travel(from: start, to: present) }
    return try value(at: path)
  }

  func send(_ type: String, _ fields: Record) throws {
    try dispatcher.owner.require()
    try dispatcher.send(type, fields, origin: .effect)
  }

  var functions: [HostFunction: HostFunctions.Body] { [.before: before] }

  /// `cx.before(path)`.
  private func before(_ arguments: [Value]) -> HostAnswer {
    guard let path = arguments.first?.text else {
      return .failure(.string("cx.before takes a path, \"cart.items[1]\", got \((arguments.first ?? .none).shown)"))
    }
    do { return .values([try valueBefore(path)]) } catch let error as HostError {
      return .failure(.string(error.message))
    } catch { return .failure(.string("\(error)")) }
  }

  /// What it gives for an action, nil if it fails.
  private func result(of function: LuaReference, in script: ScriptMiddleware, _ action: HostAction) -> Value? {
    guard run(function, of: script, [value(of: action)]) else { return nil }
    do throws(LuaError) { return try machine.results().first ?? Value.none } catch {
      fail(script, error)
      return nil
    }
  }

  /// Whether it went well. One that fails is reported and holds nothing up.
  @discardableResult
  private func run(_ function: LuaReference, of script: ScriptMiddleware, _ arguments: [Value]) -> Bool {
    do throws(LuaError) {
      try machine.run(function, arguments, phase: .middleware, budget: budget)
      return true
    } catch {
      fail(script, error)
      return false
    }
  }

  private func fail(_ script: ScriptMiddleware, _ error: LuaError) {
    let notes = ["The action went on without it."]
    events.emit(.error(HostError(error, subject: "middleware \(script.name)", notes: notes), action: nil))
  }
}
