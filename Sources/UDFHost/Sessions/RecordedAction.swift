import LuaRuntime

/// An action as a session has it.
struct RecordedAction {
  let n: Int
  let type: String
  let fields: Record
  let origin: Origin
  let status: Status
  /// Of the file.
  let line: Int
  /// As they were written: read only where they differ from others.
  let changesText: ArraySlice<UInt8>
}
