import LuaKernel
import LuaRuntime

extension Host {
  /// Absolute paths of the files whose saves reload the app.
  public var watchedFiles: [String] {
    configuration.watch == .off ? [] : current.modules.keys.map { "\(access.folder)/\($0)" }.sorted()
  }

  /// The first load.
  func start() throws(HostError) {
    try commit(try stage(keeping: [:]))
    watch()
    startFeatures()
  }

  /// Loads every file anew, state kept; or, with `reset`, begins again from the initial state and an empty history.
  @discardableResult
  public func reload(reset: Bool) -> ReloadReport {
    reload(keeping: [:], reset: reset, changed: nil)
  }

  /// Saved files: those and whatever requires them are loaded anew.
  func reload(changed: Set<String>) {
    let folder = access.folder + "/"
    let files = Set(changed.map { $0.hasPrefix(folder) ? String($0.dropFirst(folder.count)) : $0 })
    // A reload by hand may have come first.
    let news = files.filter { file in
      let hash = readFile(folder + file).map { ContentHash.of($0) } ?? 0
      return read[file] != hash
    }
    if news.isEmpty { return }
    let kept = ModuleLoader.unchanged(current.modules, changed: news, main: mainFile)
    reload(keeping: kept, reset: false, changed: news)
  }

  @discardableResult
  private func reload(keeping: [String: Module], reset: Bool, changed: Set<String>?) -> ReloadReport {
    let clock = SystemClock()
    let start = clock.now
    var report = ReloadReport(generation: current.number, ok: false, files: [], stateReset: false)
    do throws(HostError) {
      if isBusy || machine.depth > 0 {
        throw HostError(code: "usage", message: "reload: a script is running; ask again when it has ended")
      }
      let generation = try stage(keeping: keeping)
      if reset { resetState(generation) }
      report.notes = try commit(generation)
      report.ok = true
      report.generation = generation.number
      report.stateReset = reset
    } catch {
      report.error = error
    }
    report.files = changed?.sorted() ?? (loader?.loaded.sorted() ?? [])
    report.duration = clock.now - start
    loader = nil
    watch()
    emit(.reload(report))
    if report.ok { tellMoved() }
    if report.ok, reset { startFeatures() }
    return report
  }

  // MARK: staging

  private func stage(keeping modules: [String: Module]) throws(HostError) -> Generation {
    guard let additions = machine.table() else { throw HostError(LuaError.last(of: machine)) }
    machine.assign(prelude["print"], to: "print", of: additions)
    requiring = []
    let loader = ModuleLoader(
      folder: access.folder, machine: machine, budget: configuration.timeBudget, additions: additions,
      library: prelude.library, keeping: modules
    ) { [unowned self] file in
      requiring.append(file)
      return machine.function(HostFunction.require.rawValue + Int32(requiring.count - 1))
    }
    self.loader = loader
    defer { read.merge(loader.read) { _, new in new } }
    let app = try loader.load(mainFile)
    let builder = GenerationBuilder(
      machine: machine, prelude: prelude, tree: tree, services: services.names, budget: configuration.timeBudget)
    let generation = try builder.build(
      app, number: (current?.number ?? 0) + 1, modules: loader.modules, file: mainFile)
    do throws(HostError) { try probe(generation) } catch {
      for slice in generation.slices.values { slice.remove() }
      throw error
    }
    return generation
  }

  /// Tries each reducer on the last action of its type and takes everything back.
  private func probe(_ generation: Generation) throws(HostError) {
    guard current != nil, let merge = prelude["merge"] else { return }
    let position = lk_position(machine.pointer)
    defer { lk_rollback(machine.pointer, position) }
    for (name, slice) in tree.slices {
      guard let defaults = generation.defaults[name], let plain = try? plainValue(defaults) else { continue }
      do { try slice.reduce(merge.id, bytes: TapeWriter.bytes(of: ["defaults": plain])) } catch {
        throw HostError(error, subject: "\(name): new keys of the initial state")
      }
    }
    for reducer in generation.reducers {
      guard let id = tree.actions.number(of: reducer.action), let last = tree.history.last(id),
        let slice = tree.slices[reducer.feature] ?? generation.slices[reducer.feature]
      else { continue }
      do { try slice.reduce(reducer.reference.id, bytes: tree.history.bytes(of: last)) } catch {
        let notes = ["It was tried with the last \(reducer.action) (#\(last.n)), which the new code refuses."]
        throw HostError(error, subject: reducer.action, notes: notes)
      }
    }
  }

  private func plainValue(_ reference: LuaReference) throws -> Value {
    guard let identity = prelude["identity"] else { return .none }
    return try machine.call(identity, first: reference).first ?? .none
  }

  // MARK: committing

  @discardableResult
  private func commit(_ generation: Generation) throws(HostError) -> [String] {
    var notes: [String] = []
    try migrate(generation)
    for (name, slice) in generation.slices {
      tree.slices[name] = slice
      if let value = parked.removeValue(forKey: name), let content = machine.value(value) {
        try? slice.replace(content)
      }
    }
    for (name, slice) in tree.slices {
      if generation.defaults[name] == nil {
        parked[name] = try? machine.read([.string(name)])
        slice.remove()
        tree.slices[name] = nil
        tree.history.clear()
        notes.append("feature \(name) is gone; its state is set aside")
      } else if generation.slices[name] == nil, let defaults = generation.defaults[name] {
        do { try slice.merge(defaults) } catch { throw HostError(error) }
      }
    }
    answer(generation)
    var access = FileAccess(folder: access.folder, arguments: configuration.arguments)
    for grant in configuration.grants where grant.kind == .files { access.grant(grant.value) }
    for path in generation.grants { access.grant(path) }
    self.access = access
    current = generation
    prompt.offer(generation)
    return notes
  }

  private func migrate(_ generation: Generation) throws(HostError) {
    guard let current else { return }
    for feature in generation.features {
      guard let old = current.features.first(where: { $0.name == feature.name }), old.version != feature.version,
        let migration = generation.migrations[feature.name], let slice = tree.slices[feature.name]
      else { continue }
      do throws(LuaError) {
        let state = try machine.read([.string(feature.name)])
        let version = Value.integer(Int64(old.version))
        let new = try machine.call(migration, [state, version], budget: configuration.timeBudget).first ?? .none
        guard let content = machine.value(new) else { throw LuaError.last(of: machine) }
        try slice.replace(content)
        // What was recorded before belongs to a state of another shape.
        tree.history.clear()
      } catch {
        throw HostError(error, subject: "\(feature.name): migrate from version \(old.version)")
      }
    }
  }

  /// From now on the actions are answered by this generation.
  private func answer(_ generation: Generation) {
    tree.actions.clear()
    for type in generation.known { _ = tree.actions.number(for: type) }
    for feature in generation.features {
      for action in feature.ownActions {
        let id = tree.actions.number(for: "\(feature.name)/\(action)")
        tree.actions[id].schema = feature.schemas?[action]
        tree.actions[id].place = ScriptPosition(file: feature.file, line: feature.line)
      }
    }
    for reducer in generation.reducers {
      guard let slice = tree.slices[reducer.feature] else { continue }
      let id = tree.actions.number(for: reducer.action)
      let place = machine.definition(of: reducer.reference).map { ScriptPosition(file: $0.file, line: $0.line) }
      if reducer.action.hasPrefix(reducer.feature + "/"), let place { tree.actions[id].place = place }
      tree.actions[id].routes.append(Route(slice: slice, handler: reducer.reference, definition: place))
    }
    for effect in generation.effects {
      guard let runner = generation.runners[effect.feature] else { continue }
      let id = tree.actions.number(for: effect.action)
      tree.actions[id].effects.append(.init(feature: effect.feature, reference: effect.reference, runner: runner))
    }
    hasMiddleware = !generation.middleware.isEmpty
    store.middleware = generation.middleware.map { middleware(before: $0.before, after: $0.after) }
  }

  private func resetState(_ generation: Generation) {
    tasks.cancelAll()
    tree.history.clear()
    parked = [:]
    for (name, slice) in tree.slices {
      if let defaults = generation.defaults[name] { try? slice.replace(defaults) }
    }
  }

  /// A feature that answers `start` is started once the app is there.
  private func startFeatures() {
    for feature in current.features where feature.ownActions.contains("start") {
      try? send("\(feature.name)/start")
    }
  }

  // MARK: watching

  private func watch() {
    guard configuration.watch != .off else { return }
    if watcher == nil {
      watcher = FileWatcher(
        mode: configuration.watch,
        onNotice: { [inbox, bell] notice in
          inbox.add(notice: notice)
          bell.ring()
        },
        onChange: { [inbox, bell] files in
          inbox.add(files: files)
          bell.ring()
        })
    }
    let folder = access.folder
    watcher?.watch(files: Dictionary(uniqueKeysWithValues: read.map { ("\(folder)/\($0.key)", $0.value) }))
  }
}
