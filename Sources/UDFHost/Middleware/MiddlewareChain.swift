import LuaRuntime
import UDF

/// The middleware of a host: the program's, then the app's. Each receives actions before and after the reducers.
final class MiddlewareChain: GenerationAdopter, HostFunctionProvider {
  typealias StoreMiddleware = Middleware<Unmanaged<SliceTree>, HostAction>

  private let native: [HostMiddleware]
  let machine: LuaMachine
  private let dispatcher: Dispatcher
  let tree: SliceTree
  private let events: EventHub
  /// The processor time in seconds that one function of a middleware may use.
  private let budget: Double

  /// - Parameter native: the program's middleware.
  init(_ native: [HostMiddleware], dispatcher: Dispatcher, events: EventHub, budget: Double) {
    self.native = native
    self.dispatcher = dispatcher
    tree = dispatcher.tree
    machine = tree.machine
    self.events = events
    self.budget = budget
  }

  func adopt(_ generation: Generation?) {
    let middleware = native.map(middleware) + (generation?.middleware ?? []).map(middleware)
    tree.secrets.isUsed = generation?.features.contains(where: \.hasSecrets) ?? false
    // Actions that middleware makes are sealed too.
    let seal = tree.secrets.isUsed ? [sealing] : []
    dispatcher.setMiddleware(seal + middleware + (middleware.isEmpty ? [] : seal))
  }

  private func middleware(_ native: HostMiddleware) -> StoreMiddleware {
    middleware(
      before: { [unowned self] action in
        switch measured(native.name, { native.before(seen(action)) }) {
        case .pass: .pass
        case .stop: stop(action, by: native.name)
        case .replace(let other): replace(action, with: other.type, other.fields)
        }
      },
      after: { [unowned self] action in measured(native.name) { native.after(seen(action)) } })
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
    .confined(
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

  /// Interprets the result of a script: after nil the action continues; false stops it; an action replaces it.
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
      ? "before must return nil, false or an action { type = \"…\" }, returned \(result.shown)"
      : "before returned \(result.shown); to stop or replace actions it must declare intercepts = true"
    fail(script, LuaError(reason: .raised, message: problem))
    return .pass
  }

  private func stop(_ action: HostAction, by name: String) -> Interception<HostAction> {
    let type = value(of: action)["type"].text ?? "an action"
    events.emit(.log(level: "info", message: "\(type) was stopped by the middleware \(name)", fields: [:]))
    dispatcher.didStop(action)
    return .stop
  }

  func replace(_ action: HostAction, with type: String, _ fields: Record) -> Interception<HostAction> {
    var other = HostAction.named(
      type, fields, id: tree.actions.number(of: type) ?? -1, origin: action.origin, screen: action.screen,
      trigger: action.content?.trigger, waiter: action.content?.waiter)
    (other.cause, other.site, other.event) = (action.presentCause, action.site, action.event)
    return .replace(with: other)
  }

  // MARK: actions for middleware

  private func seen(_ action: HostAction) -> SeenAction {
    let value = value(of: action)
    return SeenAction(
      chain: self, type: value["type"].text ?? "", fields: value.actionFields, origin: action.origin)
  }

  private func value(of action: HostAction) -> Value { TapeReader.value(of: action.content?.bytes ?? machine.action) }

  /// The changes of the action; none before it is reduced.
  var changes: [Change] { dispatcher.owner.isCurrent && dispatcher.isAfterReducers ? tree.lastChanges : [] }

  /// Returns the present state at a path.
  func value(at path: String) throws -> Value {
    try dispatcher.requireOwner()
    return try tree.value(at: path)
  }

  /// Returns the value at a path before the action that was just reduced; before the reducers, the present value.
  func valueBefore(_ path: String) throws -> Value {
    try dispatcher.requireOwner()
    guard dispatcher.isAfterReducers else { return try value(at: path) }
    let (start, present) = (tree.last.start, tree.last.end)
    machine.travel(from: present, to: start)
    defer { machine.travel(from: start, to: present) }
    return try value(at: path)
  }

  func send(_ type: String, _ fields: Record) throws {
    try dispatcher.requireOwner()
    try dispatcher.send(type, fields, origin: .effect)
  }

  var functions: [HostFunction: HostFunctions.Body] {
    [.before: before, .sealed: { [unowned self] in .values($0.map(sealed)) }]
  }

  /// `cx.before(path)`.
  private func before(_ arguments: [Value]) -> HostAnswer {
    guard let path = arguments.first?.text else {
      return .failure(.string("cx.before takes a path, \"cart.items[1]\", got \((arguments.first ?? .none).shown)"))
    }
    do { return .values([try valueBefore(path)]) } catch let error as HostError {
      return .failure(.string(error.message))
    } catch { return .failure(.string("\(error)")) }
  }

  /// Calls a function with an action and returns the result; nil if it fails.
  private func result(of function: LuaReference, in script: ScriptMiddleware, _ action: HostAction) -> Value? {
    guard run(function, of: script, [value(of: action)]) else { return nil }
    do throws(LuaError) { return try machine.results().first ?? Value.none } catch {
      fail(script, error)
      return nil
    }
  }

  /// Runs a function and returns whether it succeeded. A failure is reported, and the dispatch continues.
  @discardableResult
  private func run(_ function: LuaReference, of script: ScriptMiddleware, _ arguments: [Value]) -> Bool {
    do throws(LuaError) {
      try measured(script.name) { () throws(LuaError) in
        try machine.run(function, arguments, phase: .middleware, budget: budget)
      }
      return true
    } catch {
      fail(script, error)
      return false
    }
  }

  /// Calls `body`, and adds its cost while costs are measured.
  private func measured<Result, Failure: Error>(
    _ name: String, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let meter = dispatcher.effects.profiler?.meter(.middleware, name) else { return try body() }
    meter.cost.calls += 1
    // Before the reducers, the action has no number yet.
    return try meter.measure(of: dispatcher.isBeforeReducers ? tree.history.count + 1 : nil, body)
  }

  private func fail(_ script: ScriptMiddleware, _ error: LuaError) {
    let notes = ["The action continued without this middleware."]
    events.emit(.error(HostError(error, subject: "middleware \(script.name)", notes: notes), action: nil))
  }
}
