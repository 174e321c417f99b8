import LuaRuntime
import UDFHost

/// An action of a session file.
struct RecordedAction {
  let n: Int
  let type: String
  let fields: Record
  let origin: Origin
  let status: Status
  /// The view event that was mapped to it; nil if there was none.
  let event: String?
  /// The code of the error with which the host stopped its reducer; nil if it did not.
  let error: String?
  /// The line of the session file.
  let line: Int
  /// The changes as text. They are parsed only if the text differs from the replayed changes.
  let changesText: ArraySlice<UInt8>
}
