/// Records results of effects that an undo cannot revert: lost effects of other actions, and calls of services.
///
/// An entry is kept as long as the history keeps the action.
final class EffectLedger {
  /// The minimum number of entries before those of removed actions are deleted.
  private static let least = 4096

  private(set) var losses: [LostEffect] = []
  private(set) var calls: [MadeCall] = []
  /// The numbers of entries at which those of removed actions are deleted next.
  private var lossLimit = EffectLedger.least
  private var callLimit = EffectLedger.least
  private let isForgotten: (Int) -> Bool

  /// - Parameter isForgotten: returns whether an action was removed from the history permanently.
  init(isForgotten: @escaping (Int) -> Bool) { self.isForgotten = isForgotten }

  /// Records that an action's effect has cancelled an effect of another action, or replaced its request.
  func add(_ manner: LostEffect.Manner, _ effect: HostEffect, of n: Int, by other: Int) {
    if n != other { add(LostEffect(n: n, effect: effect.subject, manner: manner, by: other)) }
  }

  func add(_ loss: LostEffect) {
    guard loss.n > 0, loss.by > 0 else { return }
    if losses.count >= lossLimit {
      losses.removeAll { isForgotten($0.n) || isForgotten($0.by) }
      lossLimit = max(EffectLedger.least, 2 * losses.count)
    }
    losses.append(loss)
  }

  /// Records that an action's effect calls a service.
  func addCall(_ service: String, _ method: String, of n: Int) {
    guard n > 0, !EffectLedger.onlyRead(service, method) else { return }
    if calls.count >= callLimit {
      calls.removeAll { isForgotten($0.n) }
      callLimit = max(EffectLedger.least, 2 * calls.count)
    }
    calls.append(MadeCall(n: n, service: service, method: method))
  }

  /// Returns the entries of an action: its lost effects, and the services that its effects have called.
  func entries(of n: Int) -> (losses: [LostEffect], calls: [MadeCall]) {
    (losses.filter { $0.n == n }, calls.filter { $0.n == n })
  }

  func clear() { (losses, calls) = ([], []) }

  /// Whether a call changes nothing that an undo should revert.
  private static func onlyRead(_ service: String, _ method: String) -> Bool {
    switch service {
    case "clock", "env", "json", "log", "random", "uuid": true
    case "http": method == "get"
    case "kv": method == "get" || method == "keys"
    case "files": method != "write" && method != "append" && method != "remove"
    default: false
    }
  }
}
