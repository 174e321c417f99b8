import UDFLog

/// The place in the log from which a host begins or continues to read entries.
struct SharedJoin: Sendable {
  var head: LogHead
  /// The newest snapshot of the host's code; nil: there is none.
  var snapshot: LogSnapshot?
  /// The number of the last entry of this host that the snapshot contains; 0: it contains none.
  var lastNumber: Int64 = 0
  /// Whether the host replaces its state by the snapshot even if it has no further entries.
  var isRequired = false
}
