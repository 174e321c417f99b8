import FileWatching
import LuaRuntime
import Platform
import UDFServices

/// Replaces the app's code while it runs. Owns the generations, their files, and the file watcher.
///
/// After a save, it loads the changed files into a staged generation and validates all of it. Then every part of the
/// host adopts the generation between two dispatches. If anything fails, all of the old code stays.
final class Reloader {
  private(set) var current: Generation!
  /// The states of removed features, by name, for features that are added again.
  private(set) var parked: [String: ParkedState] = [:]
  /// The notifications of the watcher that the owner has not processed.
  let inbox = WatchInbox()
  /// Called after a commit with a function that returns whether a feature is new or was reset.
  var onLoad: (_ isNew: (String) -> Bool) -> Void = { _ in }
  /// Called after the commit of a reload, with the number of the generation.
  var onCommit: (_ generation: Int) -> Void = { _ in }
  /// Throws if nothing can be reloaded now.
  var refuse: () throws(HostError) -> Void = { () throws(HostError) in }
  /// Throws if the state must not be reset.
  var refuseReset: () throws(HostError) -> Void = { () throws(HostError) in }
  /// Throws if a generation must not be adopted now, although its files load.
  var refuseGeneration: (Generation) throws(HostError) -> Void = { _ throws(HostError) in }
  /// Called before a reload empties the history, with the former code and state in place.
  var willCutHistory: () -> Void = {}
  let loader: AppLoader
  /// The parts that adopt each generation after the tree, in this order.
  var adopters: [any GenerationAdopter] = []
  private let tree: SliceTree
  private let effects: EffectScheduler
  private let dispatcher: Dispatcher
  private let engines: SyncEngines
  private let screens: ScreenStack
  private let events: EventHub
  private let watch: WatchMode
  /// See ``HostConfiguration/emptiedPause``.
  private let emptiedPause: Duration
  private let bell: WakeBell
  private var watcher: FileWatcher?
  /// Saved files that no attempt has read yet, because an earlier file failed.
  private var pending: Set<String> = []

  init(
    _ loader: AppLoader, dispatcher: Dispatcher, engines: SyncEngines, screens: ScreenStack, watch: WatchMode,
    emptiedPause: Duration, bell: WakeBell
  ) {
    self.loader = loader
    self.dispatcher = dispatcher
    tree = dispatcher.tree
    effects = dispatcher.effects
    events = dispatcher.events
    self.engines = engines
    self.screens = screens
    self.watch = watch
    self.emptiedPause = emptiedPause
    self.bell = bell
  }

  deinit { stop() }

  /// Stops watching files.
  func stop() { watcher?.stop() }

  private var former: FormerApp { FormerApp(generation: current, parked: parked, screens: screens.screens) }

  /// The absolute paths of the files whose saves reload the app.
  var watchedFiles: [String] { watch == .off ? [] : current.modules.keys.map { "\(loader.folder)/\($0)" }.sorted() }

  // MARK: loading

  /// Runs the files into a generation and validates it; see ``AppLoader/stage(after:keeping:reset:triesReducers:)``.
  func stage(keeping: [String: Module], reset: Bool, triesReducers: Bool = true) throws(HostError) -> Generation {
    try loader.stage(after: former, keeping: keeping, reset: reset, triesReducers: triesReducers)
  }

  /// The first load.
  func load() throws(HostError) { commit(try stage(keeping: [:], reset: true)) }

  /// Runs an app of a script; `state` is added to the initial states of its features, and `site` names its source.
  func run(_ app: LuaReference, modules: [String: Module], state: Value, at site: String) throws(HostError) {
    var generation = try loader.build(app, after: current, modules: modules)
    do throws(HostError) {
      for (name, content) in state.fields {
        parked[name] = try loader.adapter.given(content, to: name, in: generation, at: site)
      }
      try loader.probe(&generation, after: former)
    } catch {
      generation.discard(from: tree)
      throw error
    }
    commit(generation)
  }

  /// Releases the app and its state, so that the host is as before the first load.
  func unload() {
    for slice in tree.slices.values { tree.remove(slice) }
    tree.slices = [:]
    tree.history.clear()
    (parked, pending) = ([:], [])
    current = nil
    adopt(nil)
    loader.forgetFiles()
  }

  /// Passes a generation to all parts.
  private func adopt(_ generation: Generation?) {
    tree.adopt(generation)
    for adopter in adopters { adopter.adopt(generation) }
  }

  // MARK: reloading

  /// Reloads the saved files and the files that require them.
  func reload(changed: Set<String>) {
    let prefix = loader.folder + "/"
    let files = Set(changed.map { $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : $0 })
    // A manual reload may already have loaded them.
    let changed = files.filter { file in
      guard let known = loader.hashes[file] else { return false }
      return known != hashOnDisk(file)
    }
    if changed.isEmpty { return }
    // Files that an earlier attempt could not load count as changed, and so do files that were deleted meanwhile.
    let old = current.modules.values.filter {
      loader.hashes[$0.file] != $0.hash || FileSignature(prefix + $0.file) == nil
    }
    let stale = changed.union(pending).union(old.map(\.file))
    // A save that restores the text that runs does not disturb its effects.
    let other = stale.filter { hashOnDisk($0) != current.modules[$0]?.hash ?? ContentHash.missing }
    let kept = ModuleLoader.unchanged(current.modules, changed: other, main: loader.mainFile)
    reload(keeping: kept, reset: false, changed: stale)
  }

  /// The hash of a file's present text, or ``ContentHash/missing``.
  private func hashOnDisk(_ file: String) -> UInt64 {
    (try? loader.files.read(file)).map { ContentHash.of($0) } ?? ContentHash.missing
  }

  /// Loads all files except the modules to keep, and returns a report; with `reset`, from the initial state.
  @discardableResult
  func reload(
    keeping: [String: Module] = [:], reset: Bool, changed: Set<String>? = nil, triesReducers: Bool = true
  ) -> ReloadReport {
    let clock = SystemClock()
    let start = clock.now
    let former = Set(current.modules.keys)
    var isNew: (String) -> Bool = { _ in false }
    var report = ReloadReport(generation: current.number, ok: false, files: [], stateReset: false)
    do throws(HostError) {
      try refuse()
      if reset { try refuseReset() }
      let generation = try stage(keeping: keeping, reset: reset, triesReducers: triesReducers)
      do throws(HostError) { try refuseGeneration(generation) } catch {
        generation.discard(from: tree)
        throw error
      }
      let before = Set(current.features.map(\.name))
      let unmigrated = reset ? [] : loader.unmigratedNotes(generation, after: self.former)
      if reset { effects.cancelAll() }
      let difference = ReloadDifference(generation, after: current, reset: reset, loader.adapter)
      if reset { resetState(generation) }
      let hadHistory = !tree.history.entries.isEmpty
      report.notes = unmigrated + commit(generation)
      report.historyCleared = hadHistory && tree.history.entries.isEmpty
      report.changes = difference.changes
      if reset {
        parked = [:]
        engines.startOver()
      }
      isNew = { reset || !before.contains($0) }
      onCommit(generation.number)
      report.ok = true
      report.generation = generation.number
      report.stateReset = reset
      pending = []
    } catch {
      report.error = error
      pending = pending.union(changed ?? []).subtracting(loader.attempt?.loadedHashes.keys.map(\.self) ?? [])
    }
    let loaded = loader.attempt?.loaded ?? []
    var files = changed.map { Array($0) } ?? loaded
    // A deleted file was not loaded. A file that is required for the first time was loaded, but not watched.
    if report.ok, let changed {
      files = (loaded + keeping.keys).filter { changed.contains($0) || !former.contains($0) }
    }
    report.files = files.sorted()
    report.duration = clock.now - start
    loader.attempt = nil
    watchFiles()
    events.emit(.reload(report))
    if report.ok {
      renewEffects()
      events.notifyStateReplaced()
      onLoad(isNew)
    }
    return report
  }

  private func resetState(_ generation: Generation) {
    tree.history.clear(begins: true, ":reload!")
    for (name, slice) in tree.slices { slice.reset(to: generation.defaults[name]) }
  }

  /// Passes the generation to all parts; this cannot fail. Returns notes on other changes, one line each.
  @discardableResult
  private func commit(_ generation: Generation) -> [String] {
    let cuts = HistoryCut.all(by: generation, after: current, slices: tree.slices.keys.sorted())
    if let boundary = cuts.last?.boundary {
      willCutHistory()
      tree.history.clear(boundary)
    }
    loader.present = generation.modules
    for (name, former) in generation.moved {
      tree.remove(former.slice)
      generation.slices[name]?.attach()
    }
    tree.slices.merge(generation.slices) { _, new in new }
    for (name, slice) in tree.slices {
      guard generation.features.contains(where: { $0.name == name }) else {
        let version = current?.features.first { $0.name == name }?.version ?? 1
        parked[name] = (try? slice.plain).map { ParkedState(version: version, content: $0) }
        tree.remove(slice)
        tree.slices[name] = nil
        continue
      }
      slice.setContent(generation.contents[name], defaults: generation.defaults[name])
      parked[name] = nil
    }
    current = generation
    events.source = generation.name
    adopt(generation)
    loader.forgetFiles(except: generation)
    return cuts.map(\.note).sorted()
  }

  // MARK: watching

  /// Watches the files that were read.
  func watchFiles() {
    guard watch != .off else { return }
    if watcher == nil {
      watcher = FileWatcher(
        mode: watch, emptiedPause: emptiedPause,
        onNotice: { [inbox, bell] notice in
          inbox.add(notice: notice)
          bell.ring()
        },
        onChange: { [inbox, bell] files in
          inbox.add(files: files)
          bell.ring()
        })
    }
    let folder = loader.folder
    watcher?.watch(files: Dictionary(uniqueKeysWithValues: loader.hashes.map { ("\(folder)/\($0.key)", $0.value) }))
  }

  // MARK: effects in flight

  /// Keeps, cancels or restarts effects in flight, as their new code declares. Cancels effects whose code
  /// is older than the previous generation.
  private func renewEffects() {
    let renewed = current.features.filter { $0.generation == current.number }
    let notes = effects.renew(
      Dictionary(uniqueKeysWithValues: renewed.map { ($0.name, $0.onReload) }),
      current.effects + current.reactions.map(\.effect) + tree.nativeEffects,
      generations: tree.generations
    ) { [tree] n in tree.history.entry(n).map(tree.history.bytes) }
    for note in notes { events.emit(.log(level: note.level, message: note.text, fields: [:])) }
  }
}
