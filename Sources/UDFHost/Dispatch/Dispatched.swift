/// What became of an action that went through the store; small, because every dispatch writes it.
struct Dispatched {
  var n = 0
  var id: Int32 = -1
  var origin = Origin.native
  var status = Status.committed
  /// The journal before and after.
  var start: UInt64 = 0
  var end: UInt64 = 0
  /// Seconds, if dispatches are timed.
  var duration = 0.0
}
