import LuaRuntime
import UDFHost

/// An action as a session has it.
struct RecordedAction {
  let n: Int
  let type: String
  let fields: Record
  let origin: Origin
  let status: Status
  /// The view event that became it, nil if none did.
  let event: String?
  /// The code of the error by which the host stopped its reducer, nil if it did not.
  let error: String?
  /// Of the file.
  let line: Int
  /// As they were written: read only where they differ from others.
  let changesText: ArraySlice<UInt8>
}
