import LuaRuntime

/// Fits the kept state to the code of a generation: adds defaults, migrates, and makes trials that are undone.
struct StateAdapter {
  let machine: LuaMachine
  let prelude: Prelude
  let tree: SliceTree
  let events: EventHub
  /// The processor time in seconds that a `migrate` may use.
  let budget: Double

  /// Runs `body` and rolls back its changes of the state.
  func attempt(_ body: () throws(HostError) -> Void) throws(HostError) {
    let (position, line) = (machine.journalEnd, events.line)
    defer {
      machine.rollback(to: position)
      // The output of a trial is discarded.
      (events.held, events.line) = ([], line)
    }
    try body()
  }

  /// Sets the content and the new keys of an existing slice. Throws if they do not fit.
  func adapt(_ feature: FeatureDefinition, to generation: Generation, _ content: Value?) throws(HostError) {
    let slice = generation.slices[feature.name] ?? tree.slices[feature.name]
    if let slice = slice as? any HostedSlice, let content { try slice.check(content) }
    guard let slice = slice as? LuaSlice else { return }
    let defaults = try defaults(of: feature, in: generation)
    do throws(LuaError) {
      if let content, let replace = prelude["replace"] {
        try slice.reduce(replace.id, bytes: TapeWriter.bytes(of: ["content": content]))
      }
      if let merge = prelude["merge"] {
        try slice.reduce(merge.id, bytes: TapeWriter.bytes(of: ["defaults": defaults]))
      }
    } catch {
      throw feature.problem("the state of version \(feature.version): \(ScriptPosition.split(error.message).text)")
    }
  }

  /// Returns the initial state of a feature as plain data.
  func defaults(of feature: FeatureDefinition, in generation: Generation) throws(HostError) -> Value {
    guard let identity = prelude["identity"], let defaults = generation.defaults[feature.name] else { return .map([:]) }
    do { return try machine.call(identity, first: defaults).first ?? .map([:]) } catch {
      throw feature.problem("the initial state: \(ScriptPosition.split(error.message).text)")
    }
  }

  /// Returns the result of `migrate` for a state of another version, by default the present one; else the same state.
  func migrated(
    _ content: Value?, from version: Int, _ feature: FeatureDefinition, in generation: Generation
  ) throws(HostError) -> Value {
    let migration = generation.migrations[feature.name]
    do throws(LuaError) {
      let state = if let content { content } else { try machine.read([.string(feature.name)]) }
      guard let migration else { return state }
      let arguments = [state, Value.integer(Int64(version))]
      let new = try machine.call(migration, arguments, phase: .view, budget: budget).first ?? .none
      if case .map = new { return new }
      throw LuaError(reason: .raised, message: "must return the new state, a table; it returned \(new.shown)")
    } catch {
      throw HostError(
        error, subject: "\(feature.name): migrate from version \(version)",
        place: migration.flatMap(machine.definition).map { ScriptPosition(file: $0.file, line: $0.line) })
    }
  }
}
