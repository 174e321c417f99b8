/// One moment on both clocks of an engine.
struct SyncTime: Sendable, Hashable {
  /// Seconds of ``SyncClock/uptime``.
  var uptime: Double
  /// Seconds of ``SyncClock/wall``.
  var wall: Double
}
