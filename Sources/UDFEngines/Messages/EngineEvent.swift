import LuaRuntime
import UDFSync

/// A message to the host's owner from an engine or one of its tasks.
package enum EngineEvent: Sendable {
  /// The status has changed. The receiver reads the present one, because two of these may arrive in either order.
  case status
  /// The result of the lookup with the number `of`; nil if no rows were ready.
  case rows(SyncBatch?, of: Int)
  /// The rows that were ready for the features of one address at one moment; nil for a feature without rows. Unless
  /// `isAll`, more rows are ready, possibly for these features too.
  case together([(look: SyncLook, batch: SyncBatch?)], isAll: Bool)
  /// The cache could not be read for these lookups.
  case sharedReadFailed(String, of: [SyncLook])
  /// The cache could not be read.
  case readFailed(String, of: Int)
  /// A command has ended, with the reason if it failed. `lost` are the fields of a `mutate` that was not stored.
  case done(String?, lost: Record?)
  /// A command to the previous engine has failed, and its feed did not receive the reason.
  case formerCommandFailed(String, lost: Record?)
  /// A pull has ended, with its problem if it failed. `failuresBefore` counts the failures reported before the pull.
  case pulled(problem: String?, failuresBefore: Int)
  case deadLetters(DeadLetterReading)
  /// The engine calls a function in Lua.
  case called(ScriptCall)
  /// The engine no longer waits for a call of a function in Lua.
  case abandoned(ScriptCall)

  /// The call that the event requests.
  package var call: ScriptCall? { if case .called(let call) = self { call } else { nil } }
}
