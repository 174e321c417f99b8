import FileWatching
@_exported import LuaRuntime
import UDF
import UDFServices

/// Runs an app whose features are written in Lua.
///
/// A host is confined to the actor or thread that made it; other threads use ``handle``. Its owner calls ``poll()`` when
/// ``HostHandle/onWake(_:)`` says so or ``nextDue`` has passed.
///
///     let host = try AppHost(HostConfiguration(app: "examples/counter/app.lua"))
///     try host.send("counter/inc", ["by": 2])
///     try host.value(at: "counter.count")   // .integer(2)
public final class AppHost {
  public let configuration: HostConfiguration
  public let handle: HostHandle
  package let machine: LuaMachine
  package let prelude: Prelude
  package let table: ServiceTable
  package let loader: AppLoader
  let bell: WakeBell
  let events: EventHub
  let dispatcher: Dispatcher
  let effects: EffectScheduler
  let derivations: Derivations
  let viewEvents: ViewEvents
  let screenStack: ScreenStack
  let engines: SyncEngines
  let reloader: Reloader
  package let sessions: Sessions
  let prompt: Prompt
  let tree: SliceTree
  /// The test that runs in this host.
  package unowned var test: (any HostTest)? {
    didSet { engines.isEnabled = engines.isEnabled && test == nil }
  }
  /// What has happened, and the ways through it.
  private(set) var travel: TimeTravel!
  /// The screens that the host comes back to, while it shows the past.
  var livePath: ScreenPath?
  /// What was measured, if anything ever was.
  var profiler: Profiler?

  /// Loads the app and starts it. Throws a ``HostError`` if it does not load.
  public convenience init(_ configuration: HostConfiguration) throws {
    try self.init(idle: configuration)
    try start()
  }

  /// A host that has found its app and has loaded nothing of it.
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
    for grant in configuration.grants {
      if let problem = grant.problem { throw HostError(code: "usage", message: "grant \(grant.kind): \(problem)") }
    }
    let budget = configuration.timeBudget
    let dependencies = try Dependencies(configuration.core, seed: configuration.seed)
    let bell = WakeBell()
    self.bell = bell
    machine = LuaMachine(memoryLimit: configuration.memoryLimit, timeBudget: budget)
    events = EventHub(machine: machine, log: dependencies.log, source: mainFile)
    tree = SliceTree(machine: machine, events: events, configuration: configuration)
    let access = ServiceAccess(
      folder: folder, configuration: configuration, environment: dependencies.environment)
    let builtIn = HostService.builtIn(dependencies, access.permissions) { [events] in
      events.emit(.log(level: $0.rawValue, message: $1, fields: $2))
    }
    table = try ServiceTable(builtIn + dependencies.services)
    effects = EffectScheduler(machine: machine, configuration: configuration, bell: bell)
    dispatcher = Dispatcher(
      machine: machine, tree: tree, effects: effects, events: events, configuration: configuration, bell: bell)
    handle = HostHandle(dispatcher.store.handle, machine: machine, bell: bell)
    let calls = HostCalls()
    machine.onCall = { function, arguments in calls.host?.call(function, arguments) ?? .values([]) }
    prelude = try Prelude(machine: machine, arguments: configuration.arguments, methods: table.methods)
    prompt = try Prompt(machine: machine, prelude: prelude)
    derivations = Derivations(
      machine: machine, dispatcher: dispatcher, effects: effects, events: events, configuration: configuration)
    viewEvents = ViewEvents(machine: machine, dispatcher: dispatcher, events: events, budget: budget)
    screenStack = ScreenStack(
      machine: machine, dispatcher: dispatcher, viewEvents: viewEvents, derivations: derivations, effects: effects,
      events: events, budget: budget)
    engines = SyncEngines(
      dispatcher: dispatcher, effects: effects, events: events, access: access,
      clock: HostSyncClock(clock: configuration.clock, day: dependencies.clock, bell: bell),
      configuration: configuration, bell: bell, folder: folder)
    let adapter = StateAdapter(machine: machine, prelude: prelude, tree: tree, events: events, budget: budget)
    loader = AppLoader(folder: folder, mainFile: mainFile, adapter: adapter, configuration: configuration)
    let snapshots = Snapshots(
      machine: machine, dispatcher: dispatcher, adapter: adapter, effects: effects, engines: engines,
      screens: screenStack, events: events)
    reloader = Reloader(
      loader,
      adopters: [access, viewEvents, snapshots, prompt, derivations, engines, screenStack],
      dispatcher: dispatcher, effects: effects, engines: engines, screens: screenStack, events: events,
      configuration: configuration, bell: bell)
    sessions = Sessions(
      snapshots: snapshots, machine: machine, prelude: prelude, dispatcher: dispatcher, reloader: reloader,
      effects: effects, events: events, adapter: adapter, wallClock: dependencies.clock, configuration: configuration)
    calls.host = self
    travel = TimeTravel(tree, clock: configuration.clock, owner: self)
    connect()
  }

  /// Lets the parts call the host.
  private func connect() {
    dispatcher.refuse = { [unowned(unsafe) self] type throws(HostError) in try refuseInThePast(type) }
    events.onInterest = { [unowned(unsafe) tree, configuration] in tree.isTimed = $0 || configuration.keepsSites }
    effects.emit = { [events] in events.emit($0) }
    tree.onProblem = { [events] in events.emit(.log(level: "warning", message: $0, fields: [:])) }
    effects.onRunEnd = { [table, unowned(unsafe) calls = sessions.calls] run in
      table.close(run: run)
      calls.endIterators(of: run)
    }
    reloader.refuse = { [unowned(unsafe) self] () throws(HostError) in
      try refuseInScript("reload")
      try refuseInThePast("reload", "Saved files wait.")
    }
    reloader.onAdopt = { [unowned(unsafe) self] generation in
      bind(generation?.middleware ?? [])
      if isProfiling { meterReducers() }
    }
    reloader.onCommit = { [unowned(unsafe) self] in travel.beginPreview(current.number) }
    reloader.onLoad = { [unowned(unsafe) self] in startFeatures(where: $0) }
  }

  deinit {
    reloader.stop()
    handle.close()
  }

  var current: Generation! { reloader.current }

  func emit(_ event: HostEvent) { events.emit(event) }
}

/// Lets the machine call a host that is still being made.
private final class HostCalls {
  // Unretained: the machine goes with the host, so nothing calls it later.
  unowned(unsafe) var host: AppHost?
}
