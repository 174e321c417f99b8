import LuaRuntime
import UDFServices
import UDFSync

extension AppHost {
  /// The names that a feature may not have, because the prompt uses them itself.
  package static var reservedNames: [String] { Prelude.reserved }

  public var name: String { isOnOwner() ? current.name : "" }
  /// The number of the loaded generation; the first is 1.
  public var generation: Int { isOnOwner() ? current.number : 0 }
  /// The loaded files, relative to the app's folder.
  public var files: [String] { isOnOwner() ? current.modules.keys.sorted() : [] }

  /// The grants that the app requests, as its author wrote them. The user may have refused some.
  public var requestedGrants: [Grant] { isOnOwner() ? current.grants : [] }

  /// The absolute path of the app's file.
  package var file: String { "\(loader.folder)/\(loader.mainFile)" }

  /// The progress of a sync feature; nil if the feature has no engine, or its engine has not started.
  package func syncInfo(of feature: String) -> SyncInfo? { engines.feeds[feature]?.info }

  /// Returns the dead letters in the state of a sync feature, oldest first, without opening its rows.
  package func syncDeadLetters(of feature: String, limit: Int) -> [Record] {
    engines.feeds[feature]?.slice?.state.value.dead.rows.prefix(limit).map(\.record) ?? []
  }
  package func syncEngine(of feature: String) -> (engine: SyncEngine, collection: String)? {
    engines.feeds[feature].map { ($0.worker.engine, $0.worker.collection) }
  }

  /// The full types of all actions that have a reducer or an effect, sorted.
  public var actionTypes: [String] { isOnOwner() ? tree.actions.answered : [] }

  /// Returns the reducers of an action in their order, and then its effects, each with the line of its function.
  package func answerers(of type: String) -> [(feature: String, isEffect: Bool, place: ScriptPosition?)] {
    guard let answered = tree.actions.number(of: type).map({ tree.actions[$0] }) else { return [] }
    return answered.routes.map { ($0.slice.name, false, $0.definition) }
      + answered.effects.map { effect in
        let definition = effect.function.flatMap(machine.definition)
        return (effect.feature, true, definition.map { ScriptPosition(file: $0.file, line: $0.line) })
      }
  }

  /// Returns how often the effects of an action in a feature have called each service since the feature's scripts were
  /// loaded.
  package func calls(ofEffectOf type: String, in feature: String) -> [String: Int] {
    let effects = tree.actions.number(of: type).map { tree.actions[$0].effects } ?? []
    return effects.filter { $0.feature == feature }.reduce(into: [:]) { $0.merge($1.calls, uniquingKeysWith: +) }
  }

  /// Returns the state at a path such as `cart.items[1]`; the whole state for an empty path; `.none` for a field that
  /// is nil. A path may also lead to a view state or a computed value, as in ``subscribe(at:_:)``. Throws a ``HostError`` if
  /// the path leads through a value of the state that has no fields, or if the view fails.
  public func value(at path: String) throws -> Value {
    let place = try ObservedPlace(path)
    return try place.isInState ? owned().tree.value(at: path) : place.value(in: owned().tree, derivations)
  }

  /// Returns the value at a path as a type of the program. Throws also a `ValueCodingError`, which names the field.
  public func value<Result: Decodable>(at path: String, as type: Result.Type) throws -> Result {
    try ValueDecoder().decode(type, from: value(at: path))
  }

  package func read(_ path: Path) throws(HostError) -> Value { try tree.value(at: path) }

  /// Returns the keys of the value at a path, for completion; items of lists as `[1]`. At most 1000.
  public func keys(at path: String) -> [String] { isOnOwner() ? tree.keys(at: path) : [] }
}
