/// What the effects of actions have done that an undo of the actions cannot take back: to other effects, and by calling services.
///
/// Bounded: the older half goes when it is full.
final class EffectLedger {
  private static let limit = 4096

  private(set) var losses: [LostEffect] = []
  private(set) var calls: [MadeCall] = []

  /// An action's effect has cancelled one of another action, or taken its turn.
  func add(_ manner: LostEffect.Manner, _ effect: HostEffect, of n: Int, by other: Int) {
    guard n > 0, other > 0, n != other else { return }
    if losses.count == EffectLedger.limit { losses.removeFirst(EffectLedger.limit / 2) }
    losses.append(LostEffect(n: n, effect: effect.subject, manner: manner, by: other))
  }

  /// An action's effect calls a service.
  func addCall(_ service: String, _ method: String, of n: Int) {
    guard n > 0, !EffectLedger.onlyRead(service, method) else { return }
    if calls.count == EffectLedger.limit { calls.removeFirst(EffectLedger.limit / 2) }
    calls.append(MadeCall(n: n, service: service, method: method))
  }

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
