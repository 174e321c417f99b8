import LuaRuntime

extension AppHost {
  /// Runs the files into a generation and checks it whole; with `reset` as one that begins from its initial state.
  package func stage(keeping modules: [String: Module], reset: Bool) throws(HostError) -> Generation {
    let loader = try makeLoader(libraries, keeping: modules)
    self.loader = loader
    defer { read.merge(loader.read) { _, new in new } }
    let app = try loader.load(mainFile)
    var generation: Generation
    do throws(HostError) { generation = try build(app, modules: loader.modules(from: mainFile)) } catch {
      throw placed(error)
    }
    do throws(HostError) {
      if reset { try probeReset(generation) } else { try probe(&generation) }
    } catch {
      generation.discard(from: tree)
      throw error
    }
    return generation
  }

  /// An error of a declaration at the key that it is about, if that is written where it can be found.
  private func placed(_ error: HostError) -> HostError {
    guard !error.keys.isEmpty, let file = error.file, let line = error.line, let source = readFile("\(folder)/\(file)")
    else { return error }
    let program = CheckedProgram(main: file, libraries: libraries.keys) { $0 == file ? source : nil }
    let site = ScriptPosition(file: file, line: line)
    let (_, text) = ScriptPosition.split(error.message)
    let declaration = program.declarations.first { declaration in
      declaration.isAt(site) && declaration.name.map { text.hasPrefix("\($0): ") } ?? true
    }
    guard let place = declaration?.place(of: error.keys), place.file.name == file else { return error }
    let position = place.expression.position
    let excerpt = SourceExcerpt(source, line: position.line, column: position.column).text(columns: errorColumns)
    var result = error
    (result.line, result.column) = (position.line, position.column)
    result.message = "\(file):\(position.line):\(position.column): \(text)\n\(excerpt)"
    return result
  }

  /// What `require` gives to an app that is no file.
  package var libraries: [String: LuaReference] { ["udf": prelude.library] }

  /// What runs the files; `libraries` are what `require` gives besides them.
  package func makeLoader(
    _ libraries: [String: LuaReference], keeping modules: [String: Module] = [:],
    reading: @escaping (String) -> [UInt8]? = readFile
  ) throws(HostError) -> ModuleLoader {
    guard let additions = machine.table() else { throw HostError(LuaError.last(of: machine)) }
    machine.assign(prelude["print"], to: "print", of: additions)
    return ModuleLoader(
      folder: folder, machine: machine, budget: configuration.timeBudget, columns: errorColumns, additions: additions,
      libraries: libraries, keeping: modules, reading: reading
    ) { [unowned self] file in
      // Numbers are never used twice: functions of older generations still have theirs.
      requiring.append(file)
      return machine.function(HostFunction.require.rawValue + Int32(requiring.count - 1))
    }
  }

  /// A generation of what `udf.app` made, not yet tried on the state.
  func build(_ app: LuaReference, modules: [String: Module]) throws(HostError) -> Generation {
    let builder = GenerationBuilder(
      machine: machine, prelude: prelude, tree: tree, natives: NativeRegistry(configuration),
      budget: configuration.timeBudget, former: current?.features ?? [])
    return try builder.build(app, number: (current?.number ?? 0) + 1, modules: modules, file: mainFile)
  }

  /// Tries each reducer on the last action of its type, from the state that the action found, and takes everything back.
  func probe(_ generation: inout Generation) throws(HostError) {
    for feature in generation.features {
      generation.contents[feature.name] = try keptContent(of: feature, in: generation)
      try attempt { () throws(HostError) in try adapt(feature, to: generation, generation.contents[feature.name]) }
    }
    try probePath(generation)
    for reducer in generation.reducers where reducer.feature != FlowDefinition.feature {
      guard let id = tree.actions.number(of: reducer.action), let last = tree.history.last(id),
        let slice = generation.slices[reducer.feature] ?? tree.slices[reducer.feature],
        let feature = generation.features.first(where: { $0.name == reducer.feature })
      else { continue }
      let tried = generation
      try tree.history.before(last) { () throws(HostError) in
        try attempt { () throws(HostError) in
          try adapt(feature, to: tried, try keptContent(of: feature, in: tried))
          do throws(LuaError) {
            _ = try slice.reduce(reducer.reference.id, tree.history.bytes(of: last))
          } catch {
            let notes = [
              "It was tried with the last \(reducer.action) (#\(last.n)), which the new code refuses.",
              "To fix this, let it take that action, or begin again from the initial state: :reload!",
            ]
            throw HostError(error, subject: reducer.action, notes: notes)
          }
        }
      }
    }
  }

  private func probeReset(_ generation: Generation) throws(HostError) {
    for feature in generation.features {
      try attempt { () throws(HostError) in try adapt(feature, to: generation, defaults(of: feature, in: generation)) }
    }
  }

  /// Runs `body` and takes back what it did to the state.
  func attempt(_ body: () throws(HostError) -> Void) throws(HostError) {
    let position = machine.journalEnd
    defer {
      machine.rollback(to: position)
      // What a trial prints is told to nobody.
      tree.printed = []
    }
    try body()
  }

  /// Gives a slice that is there already the content and the new keys that it will have.
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

  func defaults(of feature: FeatureDefinition, in generation: Generation) throws(HostError) -> Value {
    guard let identity = prelude["identity"], let defaults = generation.defaults[feature.name] else { return .map([:]) }
    do { return try machine.call(identity, first: defaults).first ?? .map([:]) } catch {
      throw feature.problem("the initial state: \(ScriptPosition.split(error.message).text)")
    }
  }

  /// What a feature goes on with if that is not what it has: migrated, or set aside when the feature was gone.
  ///
  /// Throws if it is of a newer version.
  private func keptContent(of feature: FeatureDefinition, in generation: Generation) throws(HostError) -> Value? {
    let isThere = current?.features.contains { $0.name == feature.name } ?? false
    let content = isThere ? generation.moved[feature.name]?.content : parked[feature.name]?.content
    let version = keptVersion(of: feature)
    if version > feature.version {
      throw feature.problem(
        """
        its state is of version \(version), and the new code has version \(feature.version)
          To fix this, give it version \(version) or more, or begin again from the initial state: :reload!
        """)
    }
    guard version != feature.version, generation.migrations[feature.name] != nil else { return content }
    return try migrated(content, from: version, feature, in: generation)
  }

  /// Of the state that a feature goes on with.
  private func keptVersion(of feature: FeatureDefinition) -> Int {
    current?.features.first { $0.name == feature.name }?.version ?? parked[feature.name]?.version ?? feature.version
  }

  /// What is told of features whose state is of an older version and stays as it is.
  func unmigratedNotes(_ generation: Generation) -> [String] {
    generation.features.compactMap { feature in
      let version = keptVersion(of: feature)
      guard version < feature.version, generation.migrations[feature.name] == nil else { return nil }
      return
        "feature \(feature.name) is of version \(feature.version) and has no migrate; its state of version \(version) is kept"
    }
  }

  /// What a feature makes of the state of another version, which is its present one if none is given; the same if it has no
  /// `migrate`.
  func migrated(
    _ content: Value?, from version: Int, _ feature: FeatureDefinition, in generation: Generation
  ) throws(HostError) -> Value {
    let migration = generation.migrations[feature.name]
    do throws(LuaError) {
      let state = if let content { content } else { try machine.read([.string(feature.name)]) }
      guard let migration else { return state }
      let arguments = [state, Value.integer(Int64(version))]
      let new = try machine.call(migration, arguments, budget: configuration.timeBudget).first ?? .none
      if case .map = new { return new }
      throw LuaError(reason: .raised, message: "must return the new state, a table; it returned \(new.shown)")
    } catch {
      throw HostError(
        error, subject: "\(feature.name): migrate from version \(version)",
        place: migration.flatMap(machine.definition).map { ScriptPosition(file: $0.file, line: $0.line) })
    }
  }
}
