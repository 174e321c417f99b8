/// The status of a host in the shared log, for listing.
public struct SharedInfo: Sendable, Equatable {
  public enum Phase: String, Sendable {
    /// The log has not answered yet.
    case joining
    /// The state contains all entries of the log.
    case live
    /// The host is reading entries that the state does not contain yet.
    case behind
    /// The log does not answer, so actions wait.
    case disconnected
    /// The host no longer reads or appends entries.
    case stopped
  }

  /// The address without a password.
  public var log: String
  /// The name of this host in the log.
  public var host: String
  public var phase: Phase
  /// Why it is disconnected or stopped.
  public var problem: String?
  public var isReadOnly: Bool
  /// The last entry of the log that the state contains; 0: none.
  public var position: Int64
  /// The last known position of the log.
  public var head: Int64
  /// The seconds since the last answer of the log; nil: it has not answered.
  public var contact: Double?
  /// The number of own actions that the log has not confirmed.
  public var pending: Int
  /// The other hosts with the newest entries, at most 20, the newest first.
  public var hosts: [Host]

  public init(
    log: String, host: String, phase: Phase, problem: String? = nil, isReadOnly: Bool = false, position: Int64,
    head: Int64, contact: Double? = nil, pending: Int = 0, hosts: [Host] = []
  ) {
    (self.log, self.host, self.phase, self.problem, self.isReadOnly) = (log, host, phase, problem, isReadOnly)
    (self.position, self.head, self.contact, self.pending, self.hosts) = (position, head, contact, pending, hosts)
  }

  public struct Host: Sendable, Equatable {
    public var name: String
    /// The position of its last entry.
    public var position: Int64

    public init(name: String, position: Int64) {
      self.name = name
      self.position = position
    }
  }
}
