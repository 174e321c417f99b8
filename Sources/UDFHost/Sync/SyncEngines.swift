import Dispatch
import LuaRuntime
import UDFServices
import UDFSync

/// The engines of the app's sync features.
final class SyncEngines: GenerationAdopter, HostFunctionProvider {
  let clock: HostSyncClock
  /// Whether engines run at all: not where an app is only listed or its reducers are tried. A test turns it off.
  var isEnabled: Bool
  private let dispatcher: Dispatcher
  private let effects: EffectScheduler
  private let events: EventHub
  private let permissions: CurrentPermissions
  private let core: any HostCore
  private let bell: WakeBell
  private let folder: String
  /// What stands between each sync feature and its engine, by the feature's name.
  @exclusivity(unchecked) private(set) var feeds: [String: SyncFeed] = [:]
  /// Of engines that were stopped and have not released their caches. They may still call functions of the feature.
  private(set) var ending: [SyncFeed] = []
  /// From `feature.pull`, `feature.push` and `feature.auth` to these functions in Lua.
  private var remotes: [String: HostEffect] = [:]
  /// From `feature.conflict` and `feature.migrate` to these pure functions in Lua.
  private var rowFunctions: [String: LuaReference] = [:]

  /// - Parameter folder: the app's, absolute.
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
    guard isEnabled else { return }
    let former = feeds
    feeds = [:]
    let tree = dispatcher.tree
    for feature in generation?.features ?? [] {
      guard let settings = feature.sync, case .synced(let rows) = feature.home else { continue }
      let plan = SyncPlan(
        settings, name: feature.name, rows: rows, folder: folder, permissions: permissions.value)
      let feed: SyncFeed
      if let kept = former[feature.name], kept.plan == plan {
        feed = kept
        feed.unblock()
      } else {
        let old = former[feature.name]
        if let old { end(old) }
        feed = makeFeed(plan, after: ending.last { $0.name == feature.name }?.stop())
        // What read the rows before still shows them.
        if old?.hasBegun ?? false { feed.begin() }
        if let warning = plan.warning(permissions.value) {
          events.emit(.log(level: "warning", message: warning, fields: [:]))
        }
      }
      feeds[feature.name] = feed
      for action in feature.ownActions {
        tree.actions[tree.actions.number(for: feature.fullType(of: action))].feed = feed
      }
      let slice = tree.slices[feature.name] as? any HostedSlice
      slice?.onRead = { [weak feed] in feed?.wasRead() }
    }
    for (name, feed) in former where feeds[name] == nil { end(feed) }
  }

  private func end(_ feed: SyncFeed) {
    feed.stop()
    ending.append(feed)
  }

  private func makeFeed(_ plan: SyncPlan, after former: Task<[EngineEvent], Never>?) -> SyncFeed {
    SyncFeed(
      plan, core: core, clock: clock, dispatcher: dispatcher, events: events, bell: bell, after: former,
      onRequest: { [unowned self] in run($1, of: $0) },
      onAbandon: { [unowned self] in cancel($0, of: plan.collection.name) })
  }

  /// Stops all engines; see ``wait(seconds:)``.
  func stop() {
    for feed in feeds.values { end(feed) }
  }

  /// Waits until stopped engines have finished what they were asked to do, at most this many seconds.
  func wait(seconds: Double) {
    let tasks = ending.filter { !$0.hasEnded }.map { $0.stop() }
    guard !tasks.isEmpty else { return }
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      for task in tasks { _ = await task.value }
      done.signal()
    }
    _ = done.wait(timeout: .now() + seconds)
  }

  /// Starts the engines that do not wait for a reader.
  func start() {
    for feed in feeds.values where !feed.plan.settings.isLazy { feed.begin() }
  }

  /// Delivers all rows again: the features have begun from another state.
  func startOver() {
    for feed in feeds.values { feed.startOver() }
  }

  var isEmpty: Bool { feeds.isEmpty }
  /// Whether settling waits for no engine. What an engine puts off until a retry is not under way.
  var isIdle: Bool { feeds.values.allSatisfy { !$0.isAwaited } }
  /// Whether an engine does something that takes real time.
  var isWorking: Bool { feeds.values.contains(where: \.isWorking) }
  /// The features for whose engines settling waits, in order.
  var busy: [String] { feeds.filter(\.value.isAwaited).keys.sorted() }
  /// Lets settling wait no longer for what the engines do now.
  func stopAwaiting() { for feed in feeds.values where !feed.isIdle { feed.isGivenUp = true } }
  /// How many engines have something for the owner.
  var waiting: Int { feeds.values.count(where: \.hasNews) }

  /// What an action has asked of an engine; nil if it has asked for nothing.
  func request(of action: History.Kept) -> EngineRequest? {
    let tree = dispatcher.tree
    let parts = tree.actions[action.entry.id].name.split(separator: "/", maxSplits: 1).map(String.init)
    guard let slice = tree.slices[parts[0]] as? NativeSlice<SyncFeature>,
      let asked = try? slice.feature.action(parts[1], PackedRecord(bytes: action.bytes))
    else { return nil }
    if case .pull = asked { return .pull }
    let state = tree.history.show(before: action.entry) { slice.state.value }
    return .change(instead: slice.feature.opposite(of: asked, in: state))
  }

  /// Runs what engines are due for.
  func turn(hasNews: Bool) {
    guard !feeds.isEmpty || !ending.isEmpty else { return }
    ending.removeAll(where: \.hasEnded)
    clock.wake()
    guard hasNews, !dispatcher.isStopped else { return }
    for feed in ending { feed.serveCalls() }
    for name in feeds.keys.sorted() { feeds[name]?.turn() }
  }

  // MARK: remotes in Lua

  /// Runs the function of a feature that an engine calls: a pure one at once, the others as effects.
  private func run(_ call: ScriptCall, of feed: SyncFeed) {
    let name = "\(feed.name).\(call.function)"
    if let function = rowFunctions[name] { return runPure(function, call, of: feed) }
    // The answer of an effect goes to the feed that the feature has now.
    guard feeds[feed.name] === feed, let effect = remotes[name] else {
      return feed.answer(call.number, .string("\(name): the function is gone after a reload"), isRaised: true)
    }
    let argument: Value = ["number": .integer(Int64(call.number)), "arguments": .list(call.arguments)]
    // Not by an action, so no undo ends it.
    effects.ask(effect, action: TapeWriter.bytes(of: argument), n: 0)
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

  /// `reply(feature, number, ok, value)`: what such a function has returned or raised.
  private func reply(_ arguments: [Value]) -> HostAnswer {
    guard arguments.count >= 3, let feature = arguments[0].text, let number = arguments[1].integer else {
      return .values([])
    }
    let value = arguments.count > 3 ? arguments[3] : .none
    feeds[feature]?.answer(number, value, isRaised: arguments[2] != true)
    return .values([])
  }
}
