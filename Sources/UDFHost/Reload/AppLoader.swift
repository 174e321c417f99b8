import LuaRuntime
import LuaSyntax
import UDFServices

/// Runs the app's files into a generation and validates all of it on the present state, which does not change.
package final class AppLoader {
  /// The app's folder as an absolute path.
  package let folder: String
  package let mainFile: String
  /// Reads files of the app's folder.
  package let files: AppFiles
  private let isInMemory: Bool
  /// The maximum width of a source excerpt in an error, in columns.
  package var errorColumns = Int.max
  /// The loader of the running attempt, or of the last failed one.
  package var attempt: ModuleLoader?
  /// The hashes of the files that were read for the present generation or the last attempt, by file.
  private(set) var hashes: [String: UInt64] = [:]
  /// The files to which `require` functions belong. Functions of older generations keep their numbers.
  private var requirers: [String] = []
  /// The modules of the present generation.
  var present: [String: Module] = [:]
  private let machine: LuaMachine
  let prelude: Prelude
  private let tree: SliceTree
  let adapter: StateAdapter
  private let natives: NativeRegistry
  private let budget: Double

  /// - Parameter texts: the app's files if they are in memory.
  init(
    folder: String, files texts: [String: String]?, mainFile: String, adapter: StateAdapter, natives: NativeRegistry
  ) {
    self.folder = folder
    files = texts.map { AppFiles(folder, in: MemoryFiles($0, in: folder)) } ?? AppFiles(folder)
    isInMemory = texts != nil
    self.mainFile = mainFile
    self.adapter = adapter
    machine = adapter.machine
    prelude = adapter.prelude
    tree = adapter.tree
    budget = adapter.budget
    self.natives = natives
    prelude.hostFunctions.require = { [unowned self] in require($0, onlyLoaded: $1, from: $2) }
  }

  /// The results of `require` for modules that are not files.
  package var libraries: [String: LuaReference] { ["udf": prelude.library] }

  /// Implements `require` for the file with this number; with `onlyLoaded`, loads nothing.
  private func require(_ name: Value, onlyLoaded: Bool, from number: Int) -> HostAnswer {
    if !onlyLoaded, let attempt { return attempt.require(name, from: requirers[number]) }
    if let name = name.text, let module = loaded(name) { return .reference(module) }
    return onlyLoaded ? .values([]) : .failure(.string(ModuleLoader.tooLate(name.text ?? name.shown)))
  }

  /// Returns the result of a loaded module.
  private func loaded(_ name: String) -> LuaReference? {
    if let library = libraries[name] { return library }
    guard let file = ModuleName.file(of: name) else { return nil }
    let modules = attempt?.modules ?? present
    return modules[file]?.value ?? modules[ModuleName.initFile(of: file)]?.value
  }

  /// Removes the hashes of files that a generation neither contains nor requires.
  func forgetFiles(except generation: Generation) {
    let wanted = generation.modules.values.reduce(into: Set(generation.modules.keys)) { $0.formUnion($1.requires) }
    hashes = hashes.filter { wanted.contains($0.key) }
  }

  func forgetFiles() { hashes = [:] }

  // MARK: loading

  /// Runs the files into a generation and validates it; with `reset`, from the initial state. Changes no state.
  func stage(
    after former: FormerApp, keeping modules: [String: Module], reset: Bool, triesReducers: Bool
  ) throws(HostError) -> Generation {
    let loader = try makeLoader(libraries, keeping: modules)
    attempt = loader
    hashes.merge(modules.mapValues(\.hash)) { $1 }
    defer { hashes.merge(loader.loadedHashes) { $1 } }
    let app = if let value = modules[mainFile]?.value { value } else { try loader.load(mainFile) }
    var generation: Generation
    do throws(HostError) {
      generation = try build(app, after: former.generation, modules: loader.modules(from: mainFile))
    } catch {
      throw placed(error)
    }
    do throws(HostError) {
      if reset { try probeReset(generation) } else { try probe(&generation, after: former, triesReducers) }
    } catch {
      generation.discard(from: tree)
      throw error
    }
    return generation
  }

  /// Makes a generation of the result of `udf.app`, without trying it on the state.
  func build(
    _ app: LuaReference, after former: Generation?, modules: [String: Module]
  ) throws(HostError) -> Generation {
    let builder = GenerationBuilder(
      machine: machine, prelude: prelude, tree: tree, natives: natives, budget: budget,
      former: former?.features ?? [])
    let generation = try builder.build(app, number: (former?.number ?? 0) + 1, modules: modules, file: mainFile)
    do throws(HostError) { for feature in generation.features { try checkSeed(of: feature) } } catch {
      generation.discard(from: tree)
      throw error
    }
    return generation
  }

  /// Refuses a seed that an engine must not read. The engine itself reports a missing one.
  private func checkSeed(of feature: FeatureDefinition) throws(HostError) {
    guard let seed = feature.sync?.seed else { return }
    if isInMemory {
      throw feature.problem(
        """
        seed: \(seed): a seed is read from the disk, and the files of this app are in memory
          To fix this, leave it out, or keep the app's files in a folder
        """, at: ["seed"])
    }
    do throws(FileProblem) { try files.check(seed) } catch {
      if error == .notFound { return }
      throw feature.problem("seed: \(seed): \(error.reason)", at: ["seed"])
    }
  }

  /// Makes a loader of the files; `libraries` are the results of `require` for other names.
  package func makeLoader(
    _ libraries: [String: LuaReference], keeping modules: [String: Module] = [:],
    reading: ((String) -> Result<[UInt8], FileProblem>)? = nil
  ) throws(HostError) -> ModuleLoader {
    guard let additions = machine.table() else { throw HostError(LuaError.last(of: machine)) }
    for name in ["print", "warn"] { machine.assign(prelude[name], to: name, of: additions) }
    return ModuleLoader(
      folder: folder, machine: machine, prelude: prelude, budget: budget, columns: errorColumns, additions: additions,
      libraries: libraries, keeping: modules, reading: reading ?? files.content
    ) { [unowned self] file in
      requirers.append(file)
      return machine.function(HostFunction.require.rawValue + Int32(requirers.count - 1))
    }
  }

  /// Returns an error of a declaration with the position of its key, if the key is found in the file.
  private func placed(_ error: HostError) -> HostError {
    guard !error.keys.isEmpty, let file = error.file, let line = error.line, let source = try? files.read(file)
    else { return error }
    let program = LuaProgram(main: file, libraries: libraries.keys) { $0 == file ? source : nil }
    let site = ScriptPosition(file: file, line: line)
    let (_, text) = ScriptPosition.split(error.message)
    let declaration = program.declarations.first { declaration in
      declaration.isAt(site)
        && declaration.name.map { text.hasPrefix("\($0): ") || text.hasPrefix("udf.\(declaration.kind): ") } ?? true
    }
    guard let place = declaration?.place(of: error.keys), place.file.name == file else { return error }
    let position = place.expression.position
    var result = error
    result.point(at: (position.line, position.column), of: source, text, columns: errorColumns)
    return result
  }

  // MARK: validation

  /// Tries the new code on the present state and, unless `triesReducers` is false, each reducer on the last action of its
  /// type in the state before that action. Then rolls everything back.
  func probe(_ generation: inout Generation, after former: FormerApp, _ triesReducers: Bool = true) throws(HostError) {
    for feature in generation.features {
      generation.contents[feature.name] = try keptContent(of: feature, in: generation, after: former)
      let kept = generation.contents[feature.name]
      do throws(HostError) {
        try adapter.attempt { () throws(HostError) in try adapter.adapt(feature, to: generation, kept) }
      } catch {
        if kept == nil { throw error }
        throw error.adding("To fix this, change its fields, or begin again from the initial state: :reload!")
      }
    }
    try generation.checkPath(former.screens)
    for reducer in generation.reducers where triesReducers && reducer.feature != FlowDefinition.feature {
      guard let id = tree.actions.number(of: reducer.action), let last = tree.history.last(id),
        let slice = generation.slices[reducer.feature] ?? tree.slices[reducer.feature],
        let feature = generation.features.first(where: { $0.name == reducer.feature })
      else { continue }
      let (tried, bytes) = (generation, tree.history.bytes(of: last))
      try tree.history.before(last) { () throws(HostError) in
        // The error of a follower refuses no action. If the running code has it too, it is no reason to keep that code.
        let follower = tree.actions[id].routes.first { $0.isFollower && $0.slice.name == feature.name }
        var isKnownFailure = false
        try? adapter.attempt { isKnownFailure = follower.map { (try? $0.reduce(bytes)) == nil } ?? false }
        try adapter.attempt { () throws(HostError) in
          try adapter.adapt(feature, to: tried, try keptContent(of: feature, in: tried, after: former))
          do throws(LuaError) {
            _ = try slice.reduce(reducer.reference.id, bytes)
          } catch {
            if isKnownFailure, error.reason == .raised { return }
            let other = feature.isShared ? "send one that it accepts" : "begin again from the initial state: :reload!"
            let notes = [
              "It was tried with the last \(reducer.action) (#\(last.n)), which the new code refuses.",
              "To fix this, make it accept that action, or \(other)",
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

  /// Returns the state that replaces the present state of a feature: migrated, or parked while the feature was not in
  /// the app; nil if the feature keeps its state. Throws if the state has a newer version.
  private func keptContent(
    of feature: FeatureDefinition, in generation: Generation, after former: FormerApp
  ) throws(HostError) -> Value? {
    let isPresent = former.generation?.features.contains { $0.name == feature.name } ?? false
    if isPresent, feature.name == FlowDefinition.feature {
      let state = tree.contents(of: [feature.name])[feature.name] ?? .none
      return generation.restarted(state, from: former.generation?.flow)
    }
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

  /// Returns the version of the state that a feature keeps.
  private func keptVersion(of feature: FeatureDefinition, after former: FormerApp) -> Int {
    former.generation?.features.first { $0.name == feature.name }?.version ?? former.parked[feature.name]?.version
      ?? feature.version
  }

  /// Returns one line for each feature whose state has an older version and is not migrated.
  func unmigratedNotes(_ generation: Generation, after former: FormerApp) -> [String] {
    generation.features.compactMap { feature in
      let version = keptVersion(of: feature, after: former)
      guard version < feature.version, generation.migrations[feature.name] == nil else { return nil }
      return
        "feature \(feature.name) is of version \(feature.version) and has no migrate; its state of version \(version) is kept"
    }
  }
}
