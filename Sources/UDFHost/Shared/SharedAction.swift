import UDF
import UDFLog

/// What this host has appended, or will append, and the log has not confirmed: an action, or a command.
struct SharedAction {
  /// Its number among those of the host in the log, from 1.
  let number: Int64
  /// Its number in this host's history; 0 for a command.
  let n: Int
  let id: Int32
  let bytes: [UInt8]
  let screen: Int
  /// What its reducers in Swift want done once it is confirmed.
  let effect: Effect<HostAction>
  /// nil for an action.
  let command: LogAction?
  /// Local actions that the command removes with those that it names.
  let removals: Set<Int>
  /// Why its reducers refuse it since actions of other hosts stand before it; nil: they do not. It is not in the history then.
  var refusal: HostError?
  /// Itself, while it is not in the history: it is refused, or the history is being replaced.
  var kept: History.Kept?

  init(number: Int64, n: Int, id: Int32, bytes: [UInt8], screen: Int, effect: Effect<HostAction>) {
    (self.number, self.n, self.id, self.bytes, self.screen, self.effect) = (number, n, id, bytes, screen, effect)
    (command, removals) = (nil, [])
  }

  init(number: Int64, command: LogAction, removals: Set<Int>) {
    (self.number, self.command, self.removals) = (number, command, removals)
    (n, id, bytes, screen, effect) = (0, 0, [], 0, .none)
  }

  /// Whether the state contains it.
  var isReduced: Bool { command == nil && kept == nil }
}
