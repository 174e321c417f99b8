/// What the effects of actions have done that an undo of the actions cannot take back: to other effects, and by calling services.
///
/// Keeps that for as long as the history keeps the actions.
final class EffectLedger {
  /// The least number of entries at which those of forgotten actions are removed.
  private static let least = 4096

  private(set) var losses: [LostEffect] = []
  private(set) var calls: [MadeCall] = []
  /// The numbers of entries at which those of forgotten actions are removed next.
  private var lossLimit = EffectLedger.least
  private var callLimit = EffectLedger.least
  /// Whether an action, by its number, is no longer in the history and never comes back.
  var isForgotten: (Int) -> Bool = { _ in false }

  /// An action's effect has cancelled one of another action, or taken its turn.
  func add(_ manner: LostEffect.Manner, _ effect: HostEffect, of n: Int, by other: Int) {
    guard n > 0, other > 0, n != other else { return }
    if losses.count >= lossLimit {
      losses.removeAll { isForgotten($0.n) || isForgotten($0.by) }
      lossLimit = max(EffectLedger.least, 2 * losses.count)
    }
    losses.append(LostEffect(n: n, effect: effect.subject, manner: manner, by: other))
  }

  /// An action's effect calls a service.
  func addCall(_ service: String, _ method: String, of n: Int) {
    guard n > 0, !EffectLedger.onlyRead(service, method) else { return }
    if calls.count >= callLimit {
      calls.removeAll { isForgotten($0.n) }
      callLimit = max(EffectLedger.least, 2 * calls.count)
    }
    calls.append(MadeCall(n: n, service: service, method: method))
  }

  func clear() { (losses, calls) = ([], []) }

  /// Whether a call leaves nothing behind that anybody would want back.
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
