import Dispatch
import LuaRuntime
import UDFSync

extension AppHost {
  /// Whether engines run: not where an app is only tried, tested or listed.
  private var runsEngines: Bool { configuration.startsEffects && configuration.startsFeatures && test == nil }

  /// Makes, keeps and ends engines as the present generation wants it.
  func settleFeeds() {
    guard runsEngines else { return }
    let former = feeds
    feeds = [:]
    for feature in current.features {
      guard let settings = feature.sync, case .synced(let rows) = feature.home else { continue }
      let plan = SyncPlan(
        settings, name: feature.name, rows: rows, folder: folder, permissions: permissions.value)
      let feed: SyncFeed
      if let kept = former[feature.name], kept.plan == plan {
        feed = kept
        feed.unblock()
      } else {
        let old = former[feature.name]
        if let old { ending[feature.name] = old.stop() }
        feed = SyncFeed(plan, host: self, after: ending.removeValue(forKey: feature.name))
        // Who read the rows before still shows them.
        if old?.hasBegun ?? false { feed.begin() }
        if let warning = plan.warning(permissions.value) {
          emit(.log(level: "warning", message: warning, fields: [:]))
        }
      }
      feeds[feature.name] = feed
      for action in feature.ownActions {
        tree.actions[tree.actions.number(for: feature.fullType(of: action))].feed = feed
      }
      let slice = tree.slices[feature.name] as? any HostedSlice
      slice?.onRead = { [weak feed] in feed?.wasRead() }
    }
    for (name, feed) in former where feeds[name] == nil { ending[name] = feed.stop() }
  }

  /// Waits until the engines that ``stop()`` has ended have done what they were asked, at most so many seconds: for a program
  /// that ends then.
  public func waitForEngines(seconds: Double) {
    guard !ending.isEmpty else { return }
    let (done, tasks) = (DispatchSemaphore(value: 0), ending.values.map(\.self))
    Task.detached {
      for task in tasks { _ = await task.value }
      done.signal()
    }
    _ = done.wait(timeout: .now() + seconds)
  }

  /// Engines that need not be waited for begin.
  func startFeeds() {
    for feed in feeds.values where !feed.plan.settings.isLazy { feed.begin() }
  }

  /// Does what engines have become due for.
  func turnFeeds(hasNews: Bool) {
    guard !feeds.isEmpty else { return }
    syncClock.wake()
    guard hasNews, !isStopped else { return }
    for name in feeds.keys.sorted() { feeds[name]?.turn() }
  }

  // MARK: remotes in Lua

  /// Runs the function of a feature that an engine asks.
  func run(_ call: ScriptCall, of feature: String) {
    guard let effect = current.remotes["\(feature).\(call.function)"] else { return }
    let argument: Value = ["number": .integer(Int64(call.number)), "request": call.request]
    // Not by an action, so no undo ends it.
    effects.ask(effect, action: TapeWriter.bytes(of: argument), n: 0)
  }

  func cancel(_ call: ScriptCall, of feature: String) {
    effects.cancel(feature: feature, id: .string("remote.\(call.function)"))
  }

  /// `reply(feature, number, ok, value)`: what such a function has given or raised.
  func reply(_ arguments: [Value]) -> HostAnswer {
    guard arguments.count >= 3, let feature = arguments[0].text, let number = arguments[1].integer else {
      return .values([])
    }
    let value = arguments.count > 3 ? arguments[3] : .none
    feeds[feature]?.answer(number, value, isRaised: arguments[2] != true)
    return .values([])
  }
}
