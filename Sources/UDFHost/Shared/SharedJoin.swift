import UDFLog

/// Where a host begins to follow the log, or continues.
struct SharedJoin: Sendable {
  var head: LogHead
  /// Of the host's code; nil: there is none.
  var snapshot: LogSnapshot?
  /// The number of the last entry of this host that the snapshot contains; 0: it contains none.
  var lastNumber: Int64 = 0
  /// Whether the host replaces its state by the snapshot even if it has no further entries.
  var isRequired = false
}
