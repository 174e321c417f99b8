import LuaRuntime

/// An action on its way through the host's store.
struct HostAction: Sendable {
  enum Payload: Sendable {
    /// The one that a script is sending right now: it stands on Lua's stack and need not be copied to be reduced.
    case current
    /// The kernel's byte form, type included.
    case bytes([UInt8])
    /// From another thread, which knows no numbers of actions.
    case named(String, Record)
  }

  /// Its place in the action table, -1 if nobody has such an action.
  var id: Int32
  var origin: Origin
  var payload: Payload
}
