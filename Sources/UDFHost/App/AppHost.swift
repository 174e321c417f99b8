import FileWatching
@_exported import LuaRuntime
import Ownership
import UDF
import UDFEngines
import UDFServices

/// Runs an app whose features are written in Lua.
///
/// A host is confined to its owner: the actor that made it; without an actor, the task; without a task, the thread.
/// Other threads use ``handle``. A call from elsewhere throws a ``HostError`` of the code `owner`. A call that cannot
/// throw does nothing and returns the value of an empty host; the host reports the first such call on standard error.
///
/// A host that was made on an actor polls itself there, until `onWake` is set. The owner of another host calls
/// ``poll()`` when ``HostHandle/onWake(_:)`` calls back, and when ``nextDue`` seconds have passed.
///
///     let host = try AppHost(HostConfiguration(app: "examples/counter/app.lua"))
///     try host.send("counter/inc", ["by": 2])
///     try host.value(at: "counter.count")   // .integer(2)
public final class AppHost {
  public let configuration: HostConfiguration
  public let handle: HostHandle
  let dispatcher: Dispatcher
  let derivations: Derivations
  let screenStack: ScreenStack
  let engines: SyncEngines
  let reloader: Reloader
  package let sessions: Sessions
  let prompt: PromptSession
  /// The history, and navigation through it.
  let travel: TimeTravel
  let shared: SharedLog
  let runLoop: RunLoop
  let serviceCalls: ServiceCalls
  let profiler: Profiler
  let wiping: DataWipe

  /// Loads the app and starts it. Throws a ``HostError`` if it does not load.
  ///
  /// The owner is the actor that `isolation` names. In an actor's initialiser that is the caller: use a method instead.
  public convenience init(_ configuration: HostConfiguration, isolation: isolated (any Actor)? = #isolation) throws {
    try self.init(idle: configuration)
    try start()
  }

  /// Makes a host that has found its app's files and has loaded none of them.
  package convenience init(
    idle configuration: HostConfiguration, isolation: isolated (any Actor)? = #isolation
  ) throws {
    if let files = configuration.files {
      guard files[configuration.app] != nil else {
        throw HostError(usage: "\(configuration.app): there is no such file among those in memory")
      }
      try self.init(idle: configuration, folder: HostConfiguration.memoryFolder, mainFile: configuration.app)
      return
    }
    guard let path = DiskFiles().realPath(configuration.app) else {
      throw HostError(usage: "\(configuration.app): there is no such file")
    }
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    let file = path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    try self.init(idle: configuration, folder: folder, mainFile: file)
  }

  /// Makes a host without an app.
  package init(
    idle configuration: HostConfiguration, folder: String, mainFile: String,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    self.configuration = configuration
    for grant in configuration.grants {
      if let problem = grant.problem { throw HostError(usage: "grant \(grant.kind): \(problem)") }
    }
    let (budget, clock) = (configuration.timeBudget, configuration.clock)
    let dependencies = try Dependencies(
      configuration.core, seed: configuration.seed, keepsData: configuration.keepsData)
    let machine = LuaMachine(memoryLimit: configuration.memoryLimit, timeBudget: budget)
    if let onStuck = configuration.onStuck {
      machine.watchStuck(after: configuration.stuckSeconds) { onStuck(HostError(stuckAt: $0)) }
    }
    let bell = WakeBell()
    let events = EventHub(machine: machine, log: dependencies.log, source: mainFile)
    let history = History(machine: machine, limit: configuration.historyLimit, bytes: configuration.historyBytes)
    let tree = SliceTree(history: history, events: events, clock: clock, keepsSites: configuration.keepsSites)
    let ledger = EffectLedger { [unowned(unsafe) history] in history.isForgotten($0) }
    let effects = EffectScheduler(events: events, clock: clock, budget: budget, bell: bell, ledger: ledger)
    dispatcher = Dispatcher(
      tree: tree, effects: effects, startsEffects: configuration.startsEffects, bell: bell, owner: Owner(isolation))
    handle = HostHandle(dispatcher.store.handle, machine: machine, bell: bell)
    let runs = configuration.startsEffects && configuration.startsFeatures
    let access = ServiceAccess(
      folder: folder, mainFile: mainFile, keepsData: configuration.keepsData, data: configuration.data,
      arguments: configuration.arguments, grants: configuration.grants, decideGrants: configuration.decideGrants,
      adoptData: runs ? configuration.adoptData : nil, environment: dependencies.environment, files: dependencies.files,
      events: events)
    let builtIn = HostService.builtIn(dependencies, access.permissions) { [events] in
      events.emit(.log(level: $0.rawValue, message: $1, fields: $2))
    }
    let table: ServiceTable
    do throws(ServiceError) { table = try ServiceTable(builtIn + dependencies.services, secrets: tree.secrets) } catch {
      throw HostError(code: "load", message: error.message)
    }
    let functions = HostFunctions()
    let prelude = try Prelude(
      machine: machine, hostFunctions: functions, arguments: configuration.arguments, methods: table.methods)
    prompt = try PromptSession(
      dispatcher: dispatcher, services: table, prelude: prelude, budget: configuration.lineBudget)
    derivations = Derivations(dispatcher: dispatcher, budget: budget, startsEffects: configuration.startsEffects)
    screenStack = ScreenStack(dispatcher: dispatcher, derivations: derivations, budget: budget)
    engines = SyncEngines(
      dispatcher: dispatcher, permissions: access.permissions,
      clock: HostSyncClock(clock: clock, day: dependencies.clock, bell: bell), core: configuration.core, bell: bell,
      folder: folder, isEnabled: runs)
    let adapter = StateAdapter(machine: machine, prelude: prelude, tree: tree, events: events, budget: budget)
    let natives = NativeRegistry(
      registered: configuration.features, replacing: configuration.replacements,
      allowsUnknown: !configuration.startsFeatures)
    let loader = AppLoader(
      folder: folder, files: configuration.files, mainFile: mainFile, adapter: adapter, natives: natives)
    reloader = Reloader(
      loader, dispatcher: dispatcher, engines: engines, screens: screenStack,
      watch: configuration.files == nil ? configuration.watch : .off,
      emptiedPause: configuration.emptiedPause, bell: bell)
    let snapshots = Snapshots(dispatcher: dispatcher, adapter: adapter, engines: engines, screens: screenStack)
    sessions = Sessions(
      snapshots: snapshots, dispatcher: dispatcher, reloader: reloader, adapter: adapter, clock: clock,
      wallClock: dependencies.clock, seed: configuration.seed)
    travel = TimeTravel(reloader: reloader, screens: screenStack, engines: engines, clock: clock)
    shared = SharedLog(
      runs ? configuration.log : nil, host: configuration.logHost, reach: configuration.logReach,
      permissions: access.permissions, travel: travel, bell: bell)
    runLoop = RunLoop(travel: travel, shared: shared, calls: sessions.calls, bell: bell)
    serviceCalls = ServiceCalls(table, runLoop: runLoop)
    profiler = Profiler(machine: machine, clock: clock)
    wiping = DataWipe(dispatcher: dispatcher, values: dependencies.values, permissions: access.permissions)
    let middleware = MiddlewareChain(configuration.middleware, dispatcher: dispatcher, events: events, budget: budget)
    // The only list of parts: they adopt a generation in this order, and each one adds its functions for scripts.
    let parts: [AnyObject] = [
      middleware, access, snapshots, prompt, derivations, engines, screenStack, events, effects, dispatcher, shared,
      runLoop,
      serviceCalls, sessions.calls, wiping, LibraryFunctions(machine: machine),
    ]
    reloader.adopters = parts.compactMap { $0 as? any GenerationAdopter }
    for part in parts { if let part = part as? any HostFunctionProvider { functions.add(part) } }
    machine.onCall = functions.call
    connect()
    // Swift passes no isolation to the default value of a property.
    if let actor = dispatcher.owner.isMain ? MainActor.shared : isolation { pollItself(on: actor) }
  }

  /// Connects parts that do not refer to each other.
  private func connect() {
    let calls = sessions.calls
    effects.onRunEnd = { [table, unowned(unsafe) calls] run in
      table.close(run: run)
      calls.endIterators(of: run)
    }
    profiler.lastAction = { [unowned(unsafe) dispatcher] in dispatcher.tree.last.n }
    profiler.onToggle = { [unowned(unsafe) dispatcher] in dispatcher.measure(with: $0) }
    runLoop.runJobs = { [unowned(unsafe) self] in
      if !handle.jobs.isEmpty { for job in handle.jobs.take() { job() } }
    }
    reloader.refuseGeneration = { [unowned(unsafe) shared] generation throws(HostError) in try shared.check(generation)
    }
    reloader.willCutHistory = { [unowned(unsafe) shared] in shared.keepShared() }
    reloader.refuseReset = { [unowned(unsafe) shared] () throws(HostError) in try shared.refuse("reload!") }
    reloader.onLoad = { [unowned(unsafe) self] in startFeatures(where: $0) }
  }

  deinit {
    reloader.stop()
    shared.close()
    handle.close()
    dispatcher.isStopped = true
    prelude.hostFunctions.removeAll()
  }

  // MARK: the parts of the parts

  var tree: SliceTree { dispatcher.tree }
  package var machine: LuaMachine { tree.machine }
  var events: EventHub { dispatcher.events }
  var effects: EffectScheduler { dispatcher.effects }
  package var loader: AppLoader { reloader.loader }
  package var prelude: Prelude { loader.prelude }
  package var table: ServiceTable { serviceCalls.table }
  var bell: WakeBell { runLoop.bell }
  var current: Generation! { reloader.current }
}
