import Platform
import UDF

/// Which actions have effects that are running.
final class RunningEffects: Sendable {
  private struct Contents {
    var nextID = 0
    var actions: [Int: String] = [:]
    var hasAny = false
  }

  private let contents = Guarded(Contents())

  /// Whether there ever was one.
  var hasStarted: Bool { contents.withLock { $0.hasAny } }

  /// Their names, in the order in which they began.
  var names: [String] {
    contents.withLock { contents in contents.actions.sorted { $0.key < $1.key }.map(\.value) }
  }

  /// The effect, known here while it runs.
  func watching<Action>(_ effect: Effect<Action>, of action: some Any) -> Effect<Action> {
    if case .none = effect { return effect }
    return watching(effect, name: Misuse.name(of: action))
  }

  /// The same for an effect that no action has started.
  func watching<Action>(_ effect: Effect<Action>, name: String) -> Effect<Action> {
    switch effect {
    case .none, .send, .cancel, .report: return effect
    case .merge(let effects): return .merge(effects.map { watching($0, name: name) })
    case .concatenate(let effects): return .concatenate(effects.map { watching($0, name: name) })
    case .cancellable(let effect, let id, let cancelInFlight):
      return .cancellable(watching(effect, name: name), id: id, cancelInFlight: cancelInFlight)
    case .run(let work):
      contents.withLock { $0.hasAny = true }
      return .run { [self] send in
        let id = begin(name)
        await withTaskCancellationHandler {
          await CurrentAction.$name.withValue(name) { await work(send) }
        } onCancel: {
          // What is cancelled is nobody's any more, however long it takes to notice.
          end(id)
        }
        end(id)
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
