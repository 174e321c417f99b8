import UDF
import UDFLog

/// An action or a command of this host that the log has not confirmed yet. The host has appended it, or will do so.
struct SharedAction {
  /// Its number among the actions and commands of this host in the log, from 1.
  let number: Int64
  /// Its number in this host's history; 0 for a command.
  let n: Int
  let id: Int32
  let origin: Origin
  let bytes: [UInt8]
  let screen: Int
  /// The effect that its reducers in Swift returned. The host starts it after the confirmation.
  let effect: Effect<HostAction>
  /// nil for an action.
  let command: LogAction?
  /// The local actions that an undo removes together with the shared actions that it names.
  let removals: Set<Int>
  /// Why a reducer refuses it after actions of other hosts were placed before it; nil: none does. The history does not
  /// contain a refused action.
  var refusal: HostError?
  /// A copy of the action while the history does not contain it: it is refused, or the history is being replaced.
  var kept: History.Kept?

  init(number: Int64, _ action: Dispatched, bytes: [UInt8], screen: Int, effect: Effect<HostAction>) {
    (self.number, self.bytes, self.screen, self.effect) = (number, bytes, screen, effect)
    (n, id, origin, command, removals) = (action.n, action.id, action.origin, nil, [])
  }

  init(number: Int64, command: LogAction, removals: Set<Int>) {
    (self.number, self.command, self.removals) = (number, command, removals)
    (n, id, origin, bytes, screen, effect) = (0, 0, .prompt, [], 0, .none)
  }

  /// Whether the state contains its result.
  var isReduced: Bool { command == nil && kept == nil }
}
