import LuaRuntime
import Platform
import UDFEngines
import UDFServices
import UDFSync

/// The engines of the app's sync features.
final class SyncEngines: GenerationAdopter, HostFunctionProvider {
  let clock: HostSyncClock
  /// Whether engines run. They do not if an app is only listed or its reducers are tested. A test sets this to false.
  var isEnabled: Bool
  private let dispatcher: Dispatcher
  private let effects: EffectScheduler
  private let events: EventHub
  private let permissions: CurrentPermissions
  private let core: any HostCore
  private let bell: WakeBell
  private let folder: String
  /// The feeds by the features' names.
  @exclusivity(unchecked) private(set) var feeds: [String: SyncFeed] = [:]
  /// The feeds of stopped engines that still have their caches, and may still call functions of the features.
  @exclusivity(unchecked) private(set) var ending: [SyncFeed] = []
  /// The functions in Lua under `feature.pull`, `feature.push` and `feature.auth`.
  private var remotes: [String: HostEffect] = [:]
  /// The pure functions in Lua under `feature.conflict` and `feature.migrate`.
  private var rowFunctions: [String: LuaReference] = [:]
  /// For each feature, the features whose views read it.
  private var readers: [String: [String]] = [:]
  private var hasStarted = false
  /// The names of the caches that no feature uses and that were reported.
  private var orphans: Set<String> = []

  /// - Parameter folder: the absolute path of the app's folder.
  init(
    dispatcher: Dispatcher, permissions: CurrentPermissions, clock: HostSyncClock, core: any HostCore, bell: WakeBell,
    folder: String, isEnabled: Bool
  ) {
    self.dispatcher = dispatcher
    effects = dispatcher.effects
    events = dispatcher.events
    self.permissions = permissions
    self.clock = clock
    self.core = core
    self.bell = bell
    self.folder = folder
    self.isEnabled = isEnabled
  }

  /// Makes, keeps and stops engines as the generation declares them.
  func adopt(_ generation: Generation?) {
    (remotes, rowFunctions) = (generation?.remotes ?? [:], generation?.rowFunctions ?? [:])
    let features = generation?.features ?? []
    readers = Dictionary(grouping: features.flatMap { feature in feature.reads.map { ($0, feature.name) } }) { $0.0 }
      .mapValues { $0.map(\.1) }
    let plans = SyncPlan.plans(features.compactMap(member))
    for plan in plans where plan.members.count > 1 { route(plan) }
    guard isEnabled else { return }
    let former = feeds
    feeds = [:]
    for plan in plans { adopt(plan, former) }
    let tree = dispatcher.tree
    for feature in features {
      guard let feed = feeds[feature.name] else { continue }
      for action in feature.ownActions {
        tree.actions[tree.actions.number(for: feature.fullType(of: action))].feed = feed
      }
      let slice = tree.slices[feature.name] as? any HostedSlice
      slice?.onRead = { [weak feed] in feed?.wasRead() }
    }
    for (name, feed) in former where feeds[name] == nil { end(feed) }
    if hasStarted { reportOrphans() }
  }

  /// Lets each feature of an address reduce the others' deliveries, which may contain its own rows as well.
  private func route(_ plan: SyncPlan) {
    let tree = dispatcher.tree
    let slices = plan.members.compactMap { tree.slices[$0.name] as? NativeSlice<SyncFeature> }
    for slice in slices {
      for (handler, action) in slice.feature.actions.enumerated() where ["cached", "synced"].contains(action.key) {
        let effect = HostEffect(
          native: slice.name, action: "\(slice.name)/\(action.key)", generation: tree.generation(of: slice.name))
        for other in slices where other !== slice {
          tree.actions[tree.actions.number(for: "\(other.name)/\(action.key)")].routes.append(
            Route(slice: slice, handler: Int32(handler), effect: effect))
        }
      }
    }
  }

  private func member(_ feature: FeatureDefinition) -> SyncMember? {
    guard let settings = feature.sync, case .synced(let rows, _) = feature.home else { return nil }
    return SyncMember(settings, name: feature.name, rows: rows, folder: folder, permissions: permissions.value)
  }

  /// Keeps the engine of an unchanged plan, or makes a new one.
  private func adopt(_ plan: SyncPlan, _ former: [String: SyncFeed]) {
    let olds = plan.members.compactMap { former[$0.name] }
    if olds.count == plan.members.count, olds.allSatisfy({ $0.plan == plan }) {
      for feed in olds {
        feeds[feed.name] = feed
        feed.unblock()
      }
      return
    }
    for old in olds { end(old) }
    guard let connection = SyncConnection(plan, core: core, clock: clock, bell: bell) else { return }
    // An engine releases its cache after its last feature has left.
    let names = Set(plan.members.map(\.name))
    let ended = ending.filter { names.contains($0.name) }.map(\.connection)
    let others = former.values.filter { feed in ended.contains { $0 === feed.connection } }
    for other in others where !names.contains(other.name) { end(other) }
    let waitsFor = ending.filter { feed in ended.contains { $0 === feed.connection } }
    for member in plan.members {
      let feed = SyncFeed(
        member, of: plan, connection, dispatcher: dispatcher, events: events, bell: bell,
        after: ending.last { $0.name == member.name }?.stop(), and: waitsFor.map { $0.stop() },
        siblings: { [unowned self, unowned connection] in feeds(of: connection) },
        onRequest: { [unowned self] in run($1, of: $0) },
        onAbandon: { [unowned self] in cancel($0, of: member.name) })
      feeds[member.name] = feed
      // If the rows were read before, they must stay available.
      if former[member.name]?.hasBegun ?? false { feed.begin() }
      if let warning = member.warning(permissions.value) {
        events.warn(warning)
      }
    }
  }

  private func feeds(of connection: SyncConnection) -> [SyncFeed] {
    feeds.values.filter { $0.connection === connection }.sorted { $0.name < $1.name }
  }

  private func end(_ feed: SyncFeed) {
    feed.stop()
    if !ending.contains(where: { $0 === feed }) { ending.append(feed) }
  }

  /// Stops all engines; see ``wait(seconds:)``.
  func stop() { for feed in feeds.values { end(feed) } }

  /// Waits until stopped engines have finished their pending work, at most this many seconds. Returns the errors of
  /// edits that could not be stored meanwhile.
  func wait(seconds: Double) -> [HostError] {
    let tasks = ending.map { ($0.name, $0.stop()) }
    guard !tasks.isEmpty else { return [] }
    let (done, lost) = (Bell(), Guarded<[HostError]>([]))
    Task.detached {
      for (name, task) in tasks {
        for case .done(let reason?, _) in await task.value {
          lost.withLock { $0.append(HostError(code: "sync", at: nil, of: [name], reason)) }
        }
      }
      done.ring()
    }
    if done.wait(seconds: seconds) { ending.removeAll() }
    return lost.withLock(\.self)
  }

  /// Reports caches with unsent changes that no feature uses, because the address or the name of a feature has changed.
  private func reportOrphans() {
    let databases = Dictionary(grouping: feeds.values) { $0.plan.database.folder }.mapValues { $0.map(\.plan.database) }
    for (folder, databases) in databases.sorted(by: { $0.key < $1.key }) {
      for orphan in SQLiteCache.orphans(in: folder, besides: databases) where orphans.insert(orphan.name).inserted {
        let changes = orphan.unsent == 1 ? "1 change waits" : "\(orphan.unsent) changes wait"
        events.warn(
          """
          sync: \(changes) in \(folder)/\(orphan.name), which no feature of the app keeps now
            They are sent when a feature has the former name, remote and collection again.
          """)
      }
    }
  }

  /// Starts the engines that do not wait for a reader.
  func start() {
    hasStarted = true
    reportOrphans()
    for feed in feeds.values where !feed.member.settings.isLazy { feed.begin() }
  }

  /// Whether rows are not open yet.
  var areClosed: Bool { feeds.values.contains { !$0.hasBegun } }

  /// Opens the rows of features with these names, or whose readers have them; nil: of all features.
  func open(_ names: Set<String>?) {
    for (name, feed) in feeds {
      if names?.isDisjoint(with: [name] + readers[name, default: []]) != true { feed.wasRead() }
    }
  }

  /// Delivers all rows again, because the features have another state.
  func startOver() { for feed in feeds.values { feed.startOver() } }

  var isEmpty: Bool { feeds.isEmpty }
  /// Whether an engine cannot continue by itself.
  var hasFailed: Bool { feeds.values.contains(where: \.hasFailed) }
  /// Whether settling waits for no engine. An engine that waits for a retry does not count as working.
  var isIdle: Bool { feeds.values.allSatisfy { !$0.isAwaited } }
  /// Whether an engine does work that takes real time.
  var isWorking: Bool { feeds.values.contains(where: \.isWorking) }
  /// The features for whose engines settling waits, sorted.
  var busy: [String] { feeds.filter(\.value.isAwaited).keys.sorted() }
  /// Excludes the present work of the engines from settling.
  func stopAwaiting() { for feed in feeds.values where !feed.isIdle { feed.isGivenUp = true } }
  /// Includes the present work of the engines in settling again.
  func awaitAgain() { for feed in feeds.values { feed.isGivenUp = false } }
  /// The number of engines with events for the owner.
  var waiting: Int { feeds.values.count(where: \.hasEvents) }

  /// Returns the request of an action to an engine; nil: it has none.
  func request(of action: History.Kept) -> EngineRequest? {
    let tree = dispatcher.tree
    let parts = tree.actions[action.entry.id].name.split(separator: "/", maxSplits: 1).map(String.init)
    guard let slice = tree.slices[parts[0]] as? NativeSlice<SyncFeature>,
      let request = try? slice.feature.action(parts[1], PackedRecord(bytes: action.bytes))
    else { return nil }
    if case .pull = request { return .pull }
    let state = tree.history.show(before: action.entry) { slice.state.value }
    return .change(instead: slice.feature.opposite(of: request, in: state))
  }

  /// Processes the events of engines, and wakes their due tasks.
  func turn(hasEvents: Bool) {
    guard !feeds.isEmpty || !ending.isEmpty else { return }
    ending.removeAll(where: \.hasEnded)
    clock.wake()
    guard hasEvents, !dispatcher.isStopped else { return }
    for feed in ending { feed.serveCalls() }
    for name in feeds.keys.sorted() { feeds[name]?.turn() }
  }

  // MARK: remotes in Lua

  /// Runs the function of a feature that an engine calls: a pure one at once, another one as an effect.
  private func run(_ call: ScriptCall, of feed: SyncFeed) {
    let name = "\(feed.name).\(call.function)"
    if let function = rowFunctions[name] { return runPure(function, call, of: feed) }
    // The feature's present feed receives the result of the effect.
    guard feeds[feed.name] === feed, let effect = remotes[name] else {
      return feed.answer(call.number, .string("\(name): the function was removed by a reload"), isRaised: true)
    }
    let argument: Value = ["number": .integer(Int64(call.number)), "arguments": .list(call.arguments)]
    // No action causes the effect, so no undo cancels it.
    effects.request(effect, action: TapeWriter.bytes(of: argument), n: 0)
  }

  private func runPure(_ function: LuaReference, _ call: ScriptCall, of feed: SyncFeed) {
    do throws(LuaError) {
      let result = try effects.machine.call(function, call.arguments, phase: .event, budget: effects.budget)
      feed.answer(call.number, result.first ?? .none, isRaised: false)
    } catch {
      feed.answer(call.number, .string(error.message), isRaised: true)
    }
  }

  private func cancel(_ call: ScriptCall, of feature: String) {
    effects.cancel(feature: feature, id: .string("remote.\(call.function)"))
  }

  var functions: [HostFunction: HostFunctions.Body] { [.reply: reply] }

  /// `reply(feature, number, ok, value)`: passes the result or the error of such a function to the engine.
  private func reply(_ arguments: [Value]) -> HostAnswer {
    guard arguments.count >= 3, let feature = arguments[0].text, let number = arguments[1].integer else {
      return .values([])
    }
    var (value, isRaised) = (arguments.count > 3 ? arguments[3] : .none, arguments[2] != true)
    // The engine's own requests need the texts of secrets in headers. Functions in Lua pass tokens to http instead.
    if case .address? = feeds[feature]?.member.settings.remote {
      do throws(ServiceError) { value = try dispatcher.tree.secrets.revealed(value) } catch {
        (value, isRaised) = (.string(error.message), true)
      }
    }
    feeds[feature]?.answer(number, value, isRaised: isRaised)
    return .values([])
  }
}
