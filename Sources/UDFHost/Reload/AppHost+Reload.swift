import FileWatching
import LuaRuntime
import UDFServices

extension AppHost {
  /// Absolute paths of the files whose saves reload the app.
  public var watchedFiles: [String] {
    configuration.watch == .off ? [] : current.modules.keys.map { "\(folder)/\($0)" }.sorted()
  }

  /// The first load.
  func start() throws(HostError) {
    defer { loader = nil }
    commit(try stage(keeping: [:], reset: true))
    let loaded = try beginSession()
    watch()
    startFeatures { !loaded.contains($0) }
    guard let link = configuration.link else { return }
    do { try open(link: link) } catch { throw error as? HostError ?? HostError(code: "load", message: "\(error)") }
    if let top = screens.last, top.route == current.flow?.notFound, let message = top.params["message"].text {
      emit(.log(level: "warning", message: "link: \(message)", fields: [:]))
    }
  }

  /// Loads every file anew, state kept; or, with `reset`, begins again from the initial state and an empty history.
  @discardableResult
  public func reload(reset: Bool) -> ReloadReport {
    reload(keeping: [:], reset: reset, changed: nil)
  }

  /// Saved files: those and whatever requires them are loaded anew.
  package func reload(changed: Set<String>) {
    let prefix = folder + "/"
    let files = Set(changed.map { $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : $0 })
    // A reload by hand may have come first.
    let news = files.filter { file in
      guard let known = read[file] else { return false }
      return known != readFile(prefix + file).map { ContentHash.of($0) } ?? 0
    }
    if news.isEmpty { return }
    // What an earlier attempt could not take is as new as what was saved now, and so is what was deleted meanwhile.
    let old = current.modules.values.filter { read[$0.file] != $0.hash || FileSignature(prefix + $0.file) == nil }
    let stale = news.union(unread).union(old.map(\.file))
    let kept = ModuleLoader.unchanged(current.modules, changed: stale, main: mainFile)
    reload(keeping: kept, reset: false, changed: stale)
  }

  @discardableResult
  private func reload(keeping: [String: Module], reset: Bool, changed: Set<String>?) -> ReloadReport {
    let clock = SystemClock()
    let start = clock.now
    let former = Set(current.modules.keys)
    var added: (String) -> Bool = { _ in false }
    var report = ReloadReport(generation: current.number, ok: false, files: [], stateReset: false)
    do throws(HostError) {
      try refuseInScript("reload")
      try refuseInThePast("reload", "Saved files wait.")
      let generation = try stage(keeping: keeping, reset: reset)
      let before = Set(current.features.map(\.name))
      let unmigrated = reset ? [] : unmigratedNotes(generation)
      if reset { resetState(generation) }
      report.notes = unmigrated + commit(generation)
      if reset {
        parked = [:]
        for feed in feeds.values { feed.startOver() }
      }
      added = { reset || !before.contains($0) }
      beginPreview()
      report.ok = true
      report.generation = generation.number
      report.stateReset = reset
      unread = []
    } catch {
      report.error = error
      unread = unread.union(changed ?? []).subtracting(loader?.read.keys.map(\.self) ?? [])
    }
    let loaded = loader?.loaded ?? []
    var files = changed.map { Array($0) } ?? loaded
    // A file that is gone was not loaded; one that is required for the first time was, though nobody had watched it.
    if report.ok, let changed { files = loaded.filter { changed.contains($0) || !former.contains($0) } }
    report.files = files.sorted()
    report.duration = clock.now - start
    loader = nil
    watch()
    emit(.reload(report))
    if report.ok {
      renewEffects()
      tellMoved()
      startFeatures(where: added)
    }
    return report
  }

  // MARK: committing

  /// What was staged cannot fail any more.
  @discardableResult
  func commit(_ generation: Generation) -> [String] {
    var notes: [String] = []
    for (name, former) in generation.moved {
      tree.remove(former.slice)
      generation.slices[name]?.attach()
      tree.history.clear()
      notes.append("feature \(name) has moved and took what it held along; the history is empty")
    }
    tree.slices.merge(generation.slices) { _, new in new }
    for (name, slice) in tree.slices {
      guard generation.features.contains(where: { $0.name == name }) else {
        let version = current?.features.first { $0.name == name }?.version ?? 1
        parked[name] = (try? slice.plain).map { ParkedState(version: version, content: $0) }
        tree.remove(slice)
        tree.slices[name] = nil
        tree.history.clear()
        notes.append("feature \(name) is gone; its state is set aside, and the history is empty")
        continue
      }
      let content = generation.contents[name]
      // What was recorded before belongs to a state of another shape.
      if content != nil, generation.slices[name] == nil {
        tree.history.clear()
        let versions = [current, generation].compactMap { $0.features.first { $0.name == name }?.version }
        notes.append(
          "feature \(name) was migrated from version \(versions.map(String.init).joined(separator: " to ")); "
            + "the history is empty")
      }
      slice.settle(content, defaults: generation.defaults[name])
      parked[name] = nil
    }
    answer(generation)
    permissions.value = Permissions(
      folder: folder, modules: Array(generation.modules.keys),
      dataFolder: configuration.data
        ?? DataFolder.path(app: generation.name, environment: dependencies.environment),
      arguments: configuration.arguments, grants: configuration.grants + generation.grants)
    current = generation
    tree.history.generation = Int32(generation.number)
    settleFeeds()
    restReactions()
    prompt.offer(generation)
    takePath()
    let wanted = generation.modules.values.reduce(into: Set(generation.modules.keys)) { $0.formUnion($1.requires) }
    read = read.filter { wanted.contains($0.key) }
    return notes.sorted()
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
        tree.actions[id].isNavigation = feature.name == FlowDefinition.feature
      }
      for action in feature.emits.keys {
        tree.actions[tree.actions.number(for: feature.fullType(of: action))].isEmitted = true
      }
    }
    for reducer in generation.reducers {
      guard let slice = tree.slices[reducer.feature] else { continue }
      let id = tree.actions.number(for: reducer.action)
      // Those of `nav` are the host's own: what they refuse is the sender's mistake.
      let place =
        reducer.feature == FlowDefinition.feature
        ? nil : machine.definition(of: reducer.reference).map { ScriptPosition(file: $0.file, line: $0.line) }
      if reducer.action.hasPrefix(reducer.feature + "/"), let place { tree.actions[id].place = place }
      tree.actions[id].routes.append(Route(slice: slice, function: reducer.reference, definition: place))
    }
    for feature in generation.features {
      guard let native = generation.natives[feature.name], let slice = tree.slices[feature.name] else { continue }
      for (handler, action) in native.actions.enumerated() {
        let type = "\(feature.name)/\(action.key)"
        let effect = HostEffect(native: feature.name, action: type, generation: feature.generation)
        // First, as if it stood in the feature's own file: others may listen to it.
        tree.actions[tree.actions.number(for: type)].routes.insert(
          Route(slice: slice, handler: Int32(handler), effect: effect), at: 0)
      }
    }
    for effect in generation.effects {
      let id = tree.actions.number(for: effect.action)
      tree.actions[id].effects.append(effect)
    }
    bind(generation.middleware)
    if isProfiling { meterReducers() }
  }

  private func resetState(_ generation: Generation) {
    effects.cancelAll()
    tree.history.clear(begins: true)
    for (name, slice) in tree.slices { slice.reset(to: generation.defaults[name]) }
  }

  /// A feature that answers `start` is started once it is there.
  private func startFeatures(where isNew: (String) -> Bool) {
    guard configuration.startsFeatures else { return }
    startFeeds()
    for feature in current.features where isNew(feature.name) && feature.ownActions.contains("start") {
      try? send("\(feature.name)/start")
    }
    if isNew(FlowDefinition.feature) { for screen in path.screens { tell(screen, "appear", owner: screen.id) } }
  }

  // MARK: watching

  private func watch() {
    guard configuration.watch != .off else { return }
    if watcher == nil {
      watcher = FileWatcher(
        mode: configuration.watch, emptiedPause: configuration.emptiedPause,
        onNotice: { [inbox, bell] notice in
          inbox.add(notice: notice)
          bell.ring()
        },
        onChange: { [inbox, bell] files in
          inbox.add(files: files)
          bell.ring()
        })
    }
    let folder = folder
    watcher?.watch(files: Dictionary(uniqueKeysWithValues: read.map { ("\(folder)/\($0.key)", $0.value) }))
  }
}
