/// One moment, by both clocks that an engine needs.
struct SyncTime: Sendable, Hashable {
  /// Seconds of ``SyncClock/uptime``.
  var uptime: Double
  /// Seconds of ``SyncClock/wall``.
  var wall: Double
}
