import FileWatching
@_exported import LuaRuntime
import UDF
import UDFServices

/// Runs an app whose features are written in Lua.
///
/// A host is confined to the actor or thread that made it; other threads use ``handle``. Whoever owns it calls ``poll()``
/// when ``HostHandle/onWake(_:)`` says so or ``nextDue`` has passed.
///
///     let host = try AppHost(HostConfiguration(app: "examples/counter/app.lua"))
///     try host.send("counter/inc", ["by": 2])
///     try host.value(at: "counter.count")   // .integer(2)
public final class AppHost {
  public let configuration: HostConfiguration
  /// Called on the owner with everything that happens. It may read the host; what it sends waits its turn.
  @exclusivity(unchecked) public var onEvent: ((HostEvent) -> Void)? {
    didSet {
      settleTelling()
      for event in unheard { onEvent?(event) }
      if onEvent != nil { unheard = [] }
    }
  }
  /// Whether ``onEvent`` hears of actions that went well; those that did not are always told. Off, a dispatch costs less.
  @exclusivity(unchecked) public var tellsActions = true {
    didSet { settleTelling() }
  }
  @exclusivity(unchecked) private(set) var isTelling = false
  public let handle: HostHandle
  /// The columns that there are for the lines of code in an error.
  package var errorColumns = Int.max

  package let machine: LuaMachine
  let tree: SliceTree
  /// The tree as its store has it: the host keeps it alive, so nobody who is handed it has to count that.
  typealias State = Unmanaged<SliceTree>
  let store: Store<State, HostAction>
  let effects: EffectScheduler
  package let table: ServiceTable
  package let prelude: Prelude
  let prompt: Prompt
  package let mainFile: String
  let bell: WakeBell
  /// Absolute.
  package let folder: String
  let permissions: CurrentPermissions
  let dependencies: Dependencies
  var current: Generation!
  package var loader: ModuleLoader?
  /// The test that runs in this host.
  package unowned var test: (any HostTest)?
  /// Files that `require` functions belong to, by number.
  var requiring: [String] = []
  var watcher: FileWatcher?
  /// What stands between the app's sync features and their engines, by name.
  @exclusivity(unchecked) var feeds: [String: SyncFeed] = [:]
  /// Of engines that were ended: what ends when they have let go of their caches, with what they told that was not heard.
  var ending: [String: Task<[SyncNews], Never>] = [:]
  let syncClock: HostSyncClock
  let inbox = WatchInbox()
  /// Hashes of every file that was read for the present or the last attempted generation.
  var read: [String: UInt64] = [:]
  /// Saved files that no attempt has read yet, because one before them failed.
  var unread: Set<String> = []
  /// Called when the state has changed otherwise than by an action.
  var moved: [Int: () -> Void] = [:]
  /// The screens that are on the path.
  var path = ScreenPath()
  /// How far the past was looked at with the code that a reload has brought; nil: there is nothing to be looked at.
  var preview: Preview?
  /// What removed features held, for when they come back.
  var parked: [String: ParkedState] = [:]
  /// The store has an action in hand: what is sent now waits its turn.
  @exclusivity(unchecked) var isBusy = false
  /// Whether the action that the outermost send sent was refused, and why.
  @exclusivity(unchecked) var isRefused = false
  @exclusivity(unchecked) var awaitsOutcome = false
  @exclusivity(unchecked) var hasMiddleware = false
  /// Whether an action needs a closer look before its reducer.
  @exclusivity(unchecked) var goesLongWay = false
  /// What the host comes back to, while it shows the past.
  var live: LivePoint?
  @exclusivity(unchecked) var hasReactions = false
  /// A middleware looks at what an action has done.
  var isAfterReducers = false
  var outcome: HostError?
  var isStopped = false
  /// Told of everything, for sessions and tests.
  @exclusivity(unchecked) var witnesses: [any Witness] = []
  /// Calls that have no answer yet.
  var witnessed: [Int: WitnessedCall] = [:]
  var lastCall = 0
  /// How often it has looked for what is due.
  var turns = 0
  /// What makes a test of what happens.
  var testRecorder: TestRecorder?
  /// What was measured, if anything ever was.
  var profiler: Profiler?
  private var unheard: [HostEvent] = []
  private var subscription: Subscription?

  /// Loads the app and starts it. Throws a ``HostError`` if it does not load.
  public convenience init(_ configuration: HostConfiguration) throws {
    try self.init(idle: configuration)
    try start()
  }

  /// A host that knows where its app is and has loaded nothing of it.
  package convenience init(idle configuration: HostConfiguration) throws {
    guard let path = DiskFiles().realPath(configuration.app) else {
      throw HostError(code: "usage", message: "\(configuration.app): there is no such file")
    }
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    let file = path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    try self.init(idle: configuration, folder: folder, mainFile: file)
  }

  /// A host that has no app yet.
  package init(idle configuration: HostConfiguration, folder: String, mainFile: String) throws {
    self.configuration = configuration
    self.folder = folder
    self.mainFile = mainFile
    for grant in configuration.grants {
      if let problem = grant.problem { throw HostError(code: "usage", message: "grant \(grant.kind): \(problem)") }
    }
    dependencies = try Dependencies(configuration.core, seed: configuration.seed)
    permissions = CurrentPermissions(Permissions(folder: folder, dataFolder: folder, arguments: [], grants: []))
    machine = LuaMachine(memoryLimit: configuration.memoryLimit, timeBudget: configuration.timeBudget)
    tree = SliceTree(machine: machine, configuration: configuration)
    let calls = HostCalls()
    let builtIn = HostService.builtIn(dependencies, permissions) {
      calls.host?.emit(.log(level: $0.rawValue, message: $1, fields: $2))
    }
    table = try ServiceTable(builtIn + dependencies.services)
    let bell = WakeBell()
    self.bell = bell
    syncClock = HostSyncClock(clock: configuration.clock, day: dependencies.clock, bell: bell)
    effects = EffectScheduler(machine: machine, configuration: configuration, bell: bell)
    store = Store(
      State.passUnretained(tree),
      reducer: Reducer { state, action in
        state._withUnsafeGuaranteedRef { $0.reduce(action) }
        // The scheduler starts what reducers want done.
        return .none
      }, onWake: { bell.ring() })
    handle = HostHandle(store.handle, machine: machine, bell: bell)
    machine.onCall = { function, arguments in calls.host?.call(function, arguments) ?? .values([]) }
    prelude = try Prelude(machine: machine, arguments: configuration.arguments, methods: table.methods)
    prompt = try Prompt(machine: machine, prelude: prelude)
    calls.host = self
    // Machine, store and tasks go with the host, so none of these outlives it.
    machine.sendActions(to: Unmanaged.passUnretained(self).toOpaque()) { host, action in
      Unmanaged<AppHost>.fromOpaque(host!)._withUnsafeGuaranteedRef { $0.takesAction(action) ? 0 : 1 }
    }
    // Not captured as a reference: each call would count it up and down again.
    let host = Unmanaged.passUnretained(self)
    subscription = store.subscribe { _ in host._withUnsafeGuaranteedRef { $0.told() } }
    store.onMisuse = { [unowned(unsafe) self] in report($0) }
    effects.emit = { [unowned(unsafe) self] in emit($0) }
    effects.dispatch = { [unowned(unsafe) self] in _ = dispatch($0) }
    effects.onMisuse = { [unowned(unsafe) self] in report($0) }
    tree.placeOfEvent = { [unowned(unsafe) self] in place(ofEvent: $0) }
    tree.onProblem = { [unowned(unsafe) self] in emit(.log(level: "warning", message: $0, fields: [:])) }
    effects.onRunEnd = { [unowned(unsafe) self] run in
      table.close(run: run)
      if !witnessed.isEmpty { endIterators(of: run) }
    }
  }

  deinit {
    watcher?.stop()
    handle.close()
  }

  /// Whether somebody will see each action.
  func settleTelling() {
    isTelling = onEvent != nil && tellsActions || !witnesses.isEmpty
    tree.isTimed = isTelling || configuration.keepsSites
  }

  func emit(_ event: HostEvent) {
    if machine.phase == .reducer { return tree.printed.append(event) }
    for witness in witnesses { witness.hear(event, from: self) }
    if !tellsActions, case .action(let record) = event, record.status == .committed { return }
    if case .log(let level, let message, let fields) = event, let level = LogLevel(rawValue: level) {
      dependencies.log.write(LogEntry(app: current?.name ?? mainFile, level: level, message: message, fields: fields))
    }
    if let onEvent { onEvent(event) } else if !isQuiet(event) { unheard.append(event) }
  }

  /// Actions that went well are kept in the history and progress passes; only what would be lost waits for somebody who
  /// listens.
  private func isQuiet(_ event: HostEvent) -> Bool {
    switch event {
    case .action(let record) where record.status == .committed: true
    case .progress: true
    default: unheard.count >= 1000
    }
  }
}

/// Lets the machine call a host that is still being made.
private final class HostCalls {
  // Not weak: that would make every count of the host's references go the slow way. The machine goes with the host, so nothing calls it later.
  unowned(unsafe) var host: AppHost?
}
