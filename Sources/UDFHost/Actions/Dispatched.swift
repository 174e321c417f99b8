/// What became of an action that went through the store; small, because every dispatch writes it.
struct Dispatched {
  var n = 0
  var id: Int32 = -1
  var origin = Origin.native
  var status = Status.committed
  /// The journal before.
  var start: UInt64 = 0
  /// Seconds, if dispatches are timed; so is the next one.
  var duration = 0.0
  /// When it was sent, on the host's clock.
  var time = 0.0
  /// The number of the action that caused it, 0: none; or ``Trigger/user``.
  var cause = 0
  /// The script line that sent it, -1: none, or it is not kept.
  var site: Int32 = -1
  /// The number of the view event that became it, -1: none did.
  var event: Int32 = -1
  /// The journal after. Apart from `start`: two fields are copied as one, which has to wait where one was just written.
  var end: UInt64 = 0

  /// Whether a person sent it, and nothing that happened before.
  var isUsers: Bool { Trigger.isUsers(origin, cause) }
}
