import LuaRuntime
import LuaSyntax
import Platform

/// Runs the app's files into a generation and validates it whole on the present state, which it leaves as it is.
package final class AppLoader {
  /// Absolute.
  package let folder: String
  package let mainFile: String
  /// The columns that a source excerpt in an error may take.
  package var errorColumns = Int.max
  /// The attempt to load that runs now, or that failed last.
  package var attempt: ModuleLoader?
  /// Hashes of the files that were read for the present generation or the last attempt, by file.
  private(set) var hashes: [String: UInt64] = [:]
  /// The files that `require` functions belong to. Functions of older generations keep their numbers.
  private var requirers: [String] = []
  private let machine: LuaMachine
  let prelude: Prelude
  private let tree: SliceTree
  let adapter: StateAdapter
  private let natives: NativeRegistry
  private let budget: Double

  init(folder: String, mainFile: String, adapter: StateAdapter, natives: NativeRegistry) {
    self.folder = folder
    self.mainFile = mainFile
    self.adapter = adapter
    machine = adapter.machine
    prelude = adapter.prelude
    tree = adapter.tree
    budget = adapter.budget
    self.natives = natives
    prelude.hostFunctions.require = { [unowned self] in require($0, from: $1) }
  }

  /// What `require` returns that is no file.
  package var libraries: [String: LuaReference] { ["udf": prelude.library] }

  /// Calls `require` of the file with this number.
  private func require(_ name: Value, from number: Int) -> HostAnswer {
    guard let attempt else { return .failure("require works while the app's files load, not later") }
    return attempt.require(name, from: requirers[number])
  }

  /// Forgets the hashes of files that a generation neither has nor requires.
  func forgetFiles(except generation: Generation) {
    let wanted = generation.modules.values.reduce(into: Set(generation.modules.keys)) { $0.formUnion($1.requires) }
    hashes = hashes.filter { wanted.contains($0.key) }
  }

  /// Forgets the hashes of all files.
  func forgetFiles() { hashes = [:] }

  // MARK: loading

  /// Runs the files into a generation and validates it; with `reset` as one that begins from its initial state. Throws a
  /// ``HostError``, and the state is as it was.
  func stage(after former: FormerApp, keeping modules: [String: Module], reset: Bool) throws(HostError) -> Generation {
    let loader = try makeLoader(libraries, keeping: modules)
    attempt = loader
    defer { hashes.merge(loader.read) { _, new in new } }
    let app = try loader.load(mainFile)
    var generation: Generation
    do throws(HostError) {
      generation = try build(app, after: former.generation, modules: loader.modules(from: mainFile))
    } catch {
      throw placed(error)
    }
    do throws(HostError) {
      if reset { try probeReset(generation) } else { try probe(&generation, after: former) }
    } catch {
      generation.discard(from: tree)
      throw error
    }
    return generation
  }

  /// A generation of what `udf.app` made, not yet tried on the state.
  func build(
    _ app: LuaReference, after former: Generation?, modules: [String: Module]
  ) throws(HostError) -> Generation {
    let builder = GenerationBuilder(
      machine: machine, prelude: prelude, tree: tree, natives: natives, budget: budget,
      former: former?.features ?? [])
    return try builder.build(app, number: (former?.number ?? 0) + 1, modules: modules, file: mainFile)
  }

  /// A loader of the files; `libraries` are what `require` returns besides them.
  package func makeLoader(
    _ libraries: [String: LuaReference], keeping modules: [String: Module] = [:],
    reading: @escaping (String) -> [UInt8]? = readFile
  ) throws(HostError) -> ModuleLoader {
    guard let additions = machine.table() else { throw HostError(LuaError.last(of: machine)) }
    machine.assign(prelude["print"], to: "print", of: additions)
    return ModuleLoader(
      folder: folder, machine: machine, budget: budget, columns: errorColumns, additions: additions,
      libraries: libraries, keeping: modules, reading: reading
    ) { [unowned self] file in
      requirers.append(file)
      return machine.function(HostFunction.require.rawValue + Int32(requirers.count - 1))
    }
  }

  /// An error of a declaration at the key that it is about, if that is written where it can be found.
  private func placed(_ error: HostError) -> HostError {
    guard !error.keys.isEmpty, let file = error.file, let line = error.line, let source = readFile("\(folder)/\(file)")
    else { return error }
    let program = LuaProgram(main: file, libraries: libraries.keys) { $0 == file ? source : nil }
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

  // MARK: validation

  /// Tries the new code on the present state and each reducer on the last action of its type, from the state that the action
  /// found, and rolls everything back.
  func probe(_ generation: inout Generation, after former: FormerApp) throws(HostError) {
    for feature in generation.features {
      generation.contents[feature.name] = try keptContent(of: feature, in: generation, after: former)
      try adapter.attempt { () throws(HostError) in
        try adapter.adapt(feature, to: generation, generation.contents[feature.name])
      }
    }
    try generation.checkPath(former.screens)
    for reducer in generation.reducers where reducer.feature != FlowDefinition.feature {
      guard let id = tree.actions.number(of: reducer.action), let last = tree.history.last(id),
        let slice = generation.slices[reducer.feature] ?? tree.slices[reducer.feature],
        let feature = generation.features.first(where: { $0.name == reducer.feature })
      else { continue }
      let tried = generation
      try tree.history.before(last) { () throws(HostError) in
        try adapter.attempt { () throws(HostError) in
          try adapter.adapt(feature, to: tried, try keptContent(of: feature, in: tried, after: former))
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
      try adapter.attempt { () throws(HostError) in
        try adapter.adapt(feature, to: generation, adapter.defaults(of: feature, in: generation))
      }
    }
  }

  /// The state that replaces the present state of a feature: migrated, or parked while the feature was not in the app; nil
  /// if the feature keeps its state. Throws if the state has a newer version.
  private func keptContent(
    of feature: FeatureDefinition, in generation: Generation, after former: FormerApp
  ) throws(HostError) -> Value? {
    let isPresent = former.generation?.features.contains { $0.name == feature.name } ?? false
    let content = isPresent ? generation.moved[feature.name]?.content : former.parked[feature.name]?.content
    let version = keptVersion(of: feature, after: former)
    if version > feature.version {
      throw feature.problem(
        """
        its state is of version \(version), and the new code has version \(feature.version)
          To fix this, give it version \(version) or more, or begin again from the initial state: :reload!
        """)
    }
    guard version != feature.version, generation.migrations[feature.name] != nil else { return content }
    return try adapter.migrated(content, from: version, feature, in: generation)
  }

  /// The version of the state that a feature keeps.
  private func keptVersion(of feature: FeatureDefinition, after former: FormerApp) -> Int {
    former.generation?.features.first { $0.name == feature.name }?.version ?? former.parked[feature.name]?.version
      ?? feature.version
  }

  /// One line for each feature whose state is of an older version and stays as it is.
  func unmigratedNotes(_ generation: Generation, after former: FormerApp) -> [String] {
    generation.features.compactMap { feature in
      let version = keptVersion(of: feature, after: former)
      guard version < feature.version, generation.migrations[feature.name] == nil else { return nil }
      return
        "feature \(feature.name) is of version \(feature.version) and has no migrate; its state of version \(version) is kept"
    }
  }
}
