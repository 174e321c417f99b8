import LuaRuntime
import UDFServices

/// Records what happens in a host.
package final class Sessions {
  /// The version of the format of session files.
  package static let format = 1
  package let snapshots: Snapshots
  let calls: CallLog
  package let events: EventHub
  package let clock: any HostClock
  private let dispatcher: Dispatcher
  private let reloader: Reloader
  private let effects: EffectScheduler
  private let adapter: StateAdapter
  private let wallClock: any WallClock
  let seed: UInt64?

  init(
    snapshots: Snapshots, dispatcher: Dispatcher, reloader: Reloader, adapter: StateAdapter, clock: any HostClock,
    wallClock: any WallClock, seed: UInt64?
  ) {
    self.snapshots = snapshots
    self.dispatcher = dispatcher
    self.reloader = reloader
    effects = dispatcher.effects
    events = dispatcher.events
    self.adapter = adapter
    self.wallClock = wallClock
    self.clock = clock
    self.seed = seed
    calls = CallLog(events: events, effects: effects, clock: clock)
    events.onObservers = { [unowned self] in observeCalls($0) }
  }

  /// Starts from a file with a state, and begins to record to another one, before any action. Returns the features that the
  /// first file names.
  func begin(from state: String?, recordingTo record: String?) throws(HostError) -> Set<String> {
    var loaded: Set<String> = []
    if let path = state {
      let contents = try snapshots.contents(ofFile: path)
      snapshots.restore(contents)
      loaded = Set(contents.keys)
    }
    if let path = record { try self.record(to: path) }
    return loaded
  }

  /// Makes effects report their calls of services while there are observers.
  private func observeCalls(_ hasObservers: Bool) {
    // While another observer is left, calls under way still have an outcome to come.
    if !hasObservers { calls.clear() }
    guard let toggle = adapter.prelude["witness"] else { return }
    _ = try? adapter.machine.call(toggle, [.boolean(hasObservers)])
  }

  // MARK: what recorders read

  var tree: SliceTree { dispatcher.tree }
  /// The app's code as it is now.
  package var generation: Generation { reloader.current }
  /// Seconds since 1970, by the host's core.
  package var day: Double { wallClock.now }
  /// The error that refused the last action, nil if it was not refused.
  package var refusal: HostError? { dispatcher.tree.error }
  /// Whether effects run that settling waits for, and whether anything at all is left of effects.
  package var isSettled: Bool { effects.inFlight.isEmpty }
  package var hasEffects: Bool { !effects.isEmpty }

  /// The states of features that differ from their initial ones, by name; features in Swift always count as different.
  package func changedStates() -> Record {
    var states = Record()
    for feature in generation.features {
      guard let slice = dispatcher.tree.slices[feature.name], let held = try? slice.plain else { continue }
      let initial = (try? adapter.defaults(of: feature, in: generation)) ?? .none
      if !(slice is LuaSlice) || held != initial { states[feature.name] = held }
    }
    return states
  }

  // MARK: sessions

  /// Records what happens from now on until the host ends. Throws a ``HostError`` if the file is no session, or none can be
  /// made.
  func record(to path: String) throws(HostError) {
    let file = try SessionFile(path)
    let recorder: SessionRecorder
    do throws(HostError) { recorder = try SessionRecorder(self, name: path, write: file.append) } catch {
      throw error.adding("Nothing is recorded.")
    }
    events.add(recorder)
  }
}
