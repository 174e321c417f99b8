/// When a request sent or received bytes, in seconds of ``SyncClock/uptime``.
struct RequestProgress: Sendable, Hashable {
  var first: Double
  var last: Double
}
