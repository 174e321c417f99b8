extension LogFailure {
  static func unreachable(_ log: String, _ reason: String) -> LogFailure {
    LogFailure(.unreachable, "\(log): cannot be reached: \(reason); check that it runs and that the address is right")
  }

  static func missing(_ log: String) -> LogFailure {
    LogFailure(
      .unreachable,
      "\(log): there is no log; a host that starts without mode=read makes it, or check that the address is right")
  }

  static func silent(_ log: String, seconds: Double) -> LogFailure {
    LogFailure(.unreachable, "\(log): no answer within \(seconds) s; check that it runs and that the network is up")
  }

  /// The response belongs to another request. The connection cannot be used any more.
  static func confused(_ log: String, _ reason: String) -> LogFailure {
    LogFailure(.unreachable, "\(log): the answer is not to what was asked: \(reason); the connection is closed")
  }

  static func refused(_ log: String, _ reason: String) -> LogFailure { LogFailure(.refused, "\(log): \(reason)") }

  /// - Parameter variable: the environment variable of the password.
  static func denied(_ log: String, _ reason: String, _ variable: String) -> LogFailure {
    LogFailure(
      .denied,
      """
      \(log): \(reason)
        To fix this, give the user and the password in the address, or the password in \(variable).
      """)
  }

  static func readOnly(_ log: String) -> LogFailure {
    LogFailure(.refused, "\(log): is opened read-only; remove mode=read from its address to write")
  }

  static func incompatible(_ log: String, _ reason: String) -> LogFailure {
    LogFailure(.incompatible, "\(log): \(reason)")
  }

  static func format(_ log: String, _ format: String) -> LogFailure {
    incompatible(log, "has format \(format), and this version reads format \(LogFormat.current); use the newer version")
  }

  static func full(_ log: String, _ reason: String) -> LogFailure {
    LogFailure(.full, "\(log): has no room: \(reason); make some, or trim the log below a snapshot")
  }

  static func closed(_ log: String) -> LogFailure { LogFailure(.closed, "\(log): is closed") }

  static func trimmed(_ log: String, _ position: Int64, base: Int64) -> LogFailure {
    LogFailure(
      .trimmed,
      "\(log): entries \(position + 1) to \(base) have been trimmed; start from the latest snapshot")
  }

  static func otherEpoch(_ log: String, _ epoch: String, expected: String) -> LogFailure {
    LogFailure(
      .diverged,
      "\(log): is another log than before: its epoch is \(epoch), not \(expected); start the app again to join it")
  }

  static func lost(_ log: String, _ range: ClosedRange<Int64>, head: Int64) -> LogFailure {
    LogFailure(
      .diverged,
      """
      \(log): has lost or replaced entries \(range.lowerBound) to \(range.upperBound), which were read before; it ends at \(head) now
        The engine was restored from an older copy, or its file was cut.
        To fix this, restore the engine, or start the app again to join the log as it is.
      """, lost: range)
  }

  static func noSnapshot(_ log: String, below position: Int64) -> LogFailure {
    refused(
      log, "cannot be trimmed below \(position): no snapshot is kept at \(position - 1) or later; save one first")
  }

  static func beyond(_ log: String, _ position: Int64, head: Int64) -> LogFailure {
    refused(log, "cannot be trimmed below \(position): its last entry is \(head)")
  }

  static func foreignSnapshot(_ log: String, _ position: Int64) -> LogFailure {
    LogFailure(.diverged, "\(log): the snapshot at \(position) is not of this log's entries; reload from the log")
  }
}
