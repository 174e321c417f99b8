import LuaRuntime
import UDF

// Actions of a shared log.
extension Dispatcher {
  /// Starts the effects of an action of this host after the shared log has confirmed it.
  func startEffects(ofConfirmed id: Int32, _ bytes: [UInt8], n: Int, screen: Int, work: Effect<HostAction>) {
    guard startsEffects, !isStopped else { return }
    if case .none = work {
    } else if isPresent(screen), let effect = tree.actions.types[Int(id)].nativeEffect {
      effects.start(work, of: effect, n: n, screen: screen)
    }
    startEffects(of: id, bytes, n: n, screen: screen) { !$0.isOptimistic }
  }

  /// Reduces an action of another host. Middleware does not see it, and it starts no effects. Returns its number, and
  /// the error if a reducer refuses it.
  func receive(_ id: Int32, _ bytes: [UInt8]) -> (n: Int, error: HostError?) {
    let action = HostAction(id: id, origin: .log, content: HostAction.Content(bytes: bytes))
    var outcome: (n: Int, error: HostError?) = (0, nil)
    outermost {
      store.reduce {
        tree.reduce(action)
        outcome = (tree.last.n, tree.last.status == .committed ? nil : tree.error)
      }
    }
    if machine.depth == 0 { events.flush() }
    return outcome
  }
}
