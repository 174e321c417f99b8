import LuaRuntime
import UDFSync

extension AppHost {
  /// What no feature can be called, because the prompt uses it itself.
  package static var reservedNames: [String] { Prelude.reserved }

  public var name: String { isOnOwner() ? current.name : "" }
  /// Counts successful loads from 1.
  public var generation: Int { isOnOwner() ? current.number : 0 }
  /// Loaded files, relative to the app's folder.
  public var files: [String] { isOnOwner() ? current.modules.keys.sorted() : [] }

  /// How far a sync feature is; nil if it is none, or its engine has not begun.
  package func syncInfo(of feature: String) -> SyncInfo? { engines.feeds[feature]?.info }
  /// The dead letters in the state of a sync feature, the oldest first; reading them opens nothing.
  package func syncDeadLetters(of feature: String, limit: Int) -> [Record] {
    engines.feeds[feature]?.slice?.state.value.dead.rows.prefix(limit).map(\.record) ?? []
  }
  package func syncEngine(of feature: String) -> SyncEngine? { engines.feeds[feature]?.worker.engine }

  /// The full types of all actions that something answers, in order.
  public var actionTypes: [String] { isOnOwner() ? tree.actions.answered : [] }

  /// The reducers of an action, in the order in which they run, and then its effects, with the lines of their functions.
  package func answerers(of type: String) -> [(feature: String, isEffect: Bool, place: ScriptPosition?)] {
    guard let answered = tree.actions.number(of: type).map({ tree.actions[$0] }) else { return [] }
    return answered.routes.map { ($0.slice.name, false, $0.definition) }
      + answered.effects.map { effect in
        let definition = effect.function.flatMap(machine.definition)
        return (effect.feature, true, definition.map { ScriptPosition(file: $0.file, line: $0.line) })
      }
  }

  /// The state at a path, `cart.items[1]`; the whole state for an empty one, `.none` for a field that is nil. Throws a
  /// ``HostError`` if the path leads through something that has no fields.
  public func value(at path: String) throws -> Value { try owned().tree.value(at: path) }

  package func read(_ path: Path) throws(HostError) -> Value { try tree.value(at: path) }

  /// The keys of what stands at a path, for completion; list items as `[1]`. At most 1000.
  public func keys(at path: String) -> [String] { isOnOwner() ? tree.keys(at: path) : [] }
}

extension ObservedPlace {
  /// The names in what stands there; none if nothing does, or if what makes it fails.
  package func names(in host: AppHost) -> [String] {
    if isInState { return host.keys(at: path.description) }
    guard case .map(let fields)? = try? value(in: host.tree, host.derivations) else { return [] }
    return fields.map(\.key)
  }
}
