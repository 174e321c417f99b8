import UDF
import UDFLog

/// An action or a command of this host that the log has not confirmed yet. The host has appended it, or will do so.
///
/// Each dispatch of a shared action makes one, so what few actions have is in objects, and the struct is small. The history has the
/// action itself.
struct SharedAction {
  private final class Command {
    let logged: LogAction
    let removals: Set<Int>
    init(_ logged: LogAction, _ removals: Set<Int>) { (self.logged, self.removals) = (logged, removals) }
  }

  private final class Cause {
    let name: EntryName
    init(_ name: EntryName) { self.name = name }
  }

  private final class Absence {
    let refusal: HostError?
    let kept: History.Kept
    init(_ refusal: HostError?, _ kept: History.Kept) { (self.refusal, self.kept) = (refusal, kept) }
  }

  /// Its number among the actions and commands of this host in the log, from 1.
  let number: Int64
  /// Its number in this host's history; 0 for a command.
  let n: Int
  let id: Int32
  let origin: Origin
  let screen: Int
  /// The effect that its reducers in Swift returned. The host starts it after the confirmation.
  let effect: Effect<HostAction>
  private let caused: Cause?
  private let commanded: Command?
  private var absence: Absence?

  init(number: Int64, _ action: Dispatched, cause: EntryName?, screen: Int, effect: Effect<HostAction>) {
    (self.number, self.screen, self.effect) = (number, screen, effect)
    (n, id, origin, caused, commanded) = (action.n, action.id, action.origin, cause.map(Cause.init), nil)
  }

  init(number: Int64, command: LogAction, removals: Set<Int>) {
    (self.number, commanded) = (number, Command(command, removals))
    (n, id, origin, screen, effect, caused) = (0, 0, .prompt, 0, .none, nil)
  }

  /// The entry that caused it; nil: none did.
  var cause: EntryName? { caused?.name }

  /// nil for an action.
  var command: LogAction? { commanded?.logged }
  /// The local actions that an undo removes together with the shared actions that it names.
  var removals: Set<Int> { commanded?.removals ?? [] }
  /// Why a reducer refuses it after actions of other hosts were placed before it; nil: none does. The history does not
  /// contain a refused action.
  var refusal: HostError? { absence?.refusal }
  /// A copy of the action while the history does not contain it: it is refused, or the history is being replaced.
  var kept: History.Kept? { absence?.kept }

  /// Whether the state contains its result.
  var isReduced: Bool { commanded == nil && kept == nil }

  /// Keeps a copy of the action, because the history is being replaced.
  mutating func keep(_ copy: History.Kept) { absence = Absence(refusal, copy) }

  /// Records whether a reducer has refused the action when it was reduced again; nil: none has.
  mutating func didReduce(_ refusal: (error: HostError, kept: History.Kept)?) {
    absence = refusal.map { Absence($0.error, $0.kept) }
  }
}
