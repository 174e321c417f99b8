/// The place in the log from which a host begins or continues to read entries.
package struct LogJoin: Sendable {
  package let head: LogHead
  /// The newest snapshot of the host's code; nil: there is none.
  package let snapshot: LogSnapshot?
  /// The number of the last entry of this host that the snapshot contains; 0: it contains none.
  package let lastNumber: Int64
  /// Whether the host replaces its state by the snapshot even if it has no further entries.
  package let isRequired: Bool
}
