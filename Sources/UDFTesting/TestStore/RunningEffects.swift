import Platform
import UDF

/// Records the running effects by the names of their actions.
final class RunningEffects: Sendable {
  private struct Contents {
    var nextID = 0
    var actions: [Int: String] = [:]
    var hasAny = false
    var pump: EffectPump?
  }

  private let contents = Guarded(Contents())

  /// The executor of the effects; nil: Swift's default executor.
  var pump: EffectPump? {
    get { contents.withLock { $0.pump } }
    set { contents.withLock { $0.pump = newValue } }
  }

  /// Whether an effect has been started since this was set to false.
  var hasStarted: Bool {
    get { contents.withLock { $0.hasAny } }
    set { contents.withLock { $0.hasAny = newValue } }
  }

  /// The names of the running effects, in the order of their starts.
  var names: [String] {
    contents.withLock { contents in contents.actions.sorted { $0.key < $1.key }.map(\.value) }
  }

  /// Returns the effect, which is recorded here while it runs.
  @Sendable func watching<Action>(_ effect: Effect<Action>, of action: some Any) -> Effect<Action> {
    if case .none = effect { return effect }
    return watching(effect, name: Misuse.name(of: action))
  }

  /// Returns an effect that no action has started, which is recorded here under a name while it runs.
  func watching<Action>(_ effect: Effect<Action>, name: String) -> Effect<Action> {
    effect.mapWork { [self] work in
      contents.withLock { $0.hasAny = true }
      return { [self, pump] send in
        let id = begin(name)
        defer { end(id) }
        try await withTaskCancellationHandler {
          try await CurrentEffect.$pump.withValue(pump) {
            try await CurrentEffect.$action.withValue(name) { try await work(send) }
          }
        } onCancel: {
          // A cancelled effect no longer belongs to an action, even if its work continues for a while.
          end(id)
        }
      }
    }
  }

  private func begin(_ name: String) -> Int {
    contents.withLock { contents in
      contents.nextID += 1
      contents.actions[contents.nextID] = name
      return contents.nextID
    }
  }

  private func end(_ id: Int) { contents.withLock { _ = $0.actions.removeValue(forKey: id) } }
}
