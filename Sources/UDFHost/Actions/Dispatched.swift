/// The result of one dispatch. Every dispatch writes one, so the type is small.
struct Dispatched {
  var n = 0
  var id: Int32 = -1
  var origin = Origin.native
  var status = Status.committed
  /// The position of the journal before the reduction.
  var start: UInt64 = 0
  /// The duration of the dispatch in seconds, and in `time` its start; both are set only if dispatches are timed.
  var duration = 0.0
  /// The start of the dispatch on the host's clock.
  var time = 0.0
  /// The number of the action that caused this one; 0: none; or ``Trigger/user``.
  var cause = 0
  /// The script line that sent it; -1: none, or lines are not kept.
  var site: Int32 = -1
  /// The number of the view event that was mapped to this action; -1: none.
  var event: Int32 = -1
  /// The position of the journal after the reduction. It is not next to `start`, because the processor copies two
  /// adjacent fields at once and would wait for one that was just written.
  var end: UInt64 = 0

  /// Whether a person sent the action, so that no other action caused it.
  var isUsers: Bool { Trigger.isUsers(origin, cause) }
}
