import LuaRuntime
import UDFServices

/// Records the sessions of a host.
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

  /// Starts from a file with a state, before any action. Returns the file's features.
  func begin(from state: String?) throws(HostError) -> Set<String> {
    guard let state else { return [] }
    let contents = try snapshots.contents(ofFile: state)
    snapshots.restore(contents)
    return Set(contents.keys)
  }

  /// Makes effects report their service calls while there are observers.
  private func observeCalls(_ hasObservers: Bool) {
    // If another observer is left, pending calls will still get an outcome.
    if !hasObservers { calls.clear() }
    guard let toggle = adapter.prelude["witness"] else { return }
    _ = try? adapter.machine.call(toggle, [.boolean(hasObservers)])
  }

  // MARK: data for recorders

  var tree: SliceTree { dispatcher.tree }
  /// Returns a text without the secrets that it may contain.
  package func hidden(_ text: String) -> String { tree.secrets.hidden(text) }
  /// The running generation of the app.
  package var generation: Generation { reloader.current }
  /// Seconds since 1970, from the host's core.
  package var day: Double { wallClock.now }
  /// The error that refused the last action; nil if it was not refused.
  package var refusal: HostError? { dispatcher.tree.error }
  /// Whether settling waits for no effect. ``hasEffects`` also counts effects in the background.
  package var isSettled: Bool { effects.inFlight.isEmpty }
  package var hasEffects: Bool { !effects.isEmpty }

  /// Returns the keys of `state`, or of the present state, that differ from the initial ones, by feature; of features in
  /// Swift, all keys.
  package func changedStates(_ state: Value? = nil) -> Record {
    var states = Record()
    for feature in generation.features {
      guard let slice = dispatcher.slice(feature.name),
        case .map(let held)? = state.map({ $0[feature.name] }) ?? (try? slice.plain)
      else { continue }
      let initial = slice is LuaSlice ? (try? adapter.defaults(of: feature, in: generation)) ?? .none : .none
      let changed = Record(held.filter { $0.value != initial[$0.key] })
      if !changed.isEmpty { states[feature.name] = .map(changed) }
    }
    return states
  }

  // MARK: sessions

  /// Records from now until the host ends. Throws a ``HostError`` if the file has other content or cannot be made.
  func record(to path: String) throws(HostError) {
    let file = try SessionFile(path)
    let recorder: SessionRecorder
    do throws(HostError) { recorder = try SessionRecorder(self, name: path, write: file.append) } catch {
      throw error.adding("Nothing is recorded.")
    }
    events.add(recorder)
  }
}
