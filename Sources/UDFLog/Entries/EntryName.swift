/// Identifies an entry by the host that appended it and the host's own number.
public struct EntryName: Sendable, Hashable, Comparable {
  /// Unique among all hosts of a log, for all time. A host that has lost its last number must use a new name.
  public var host: String
  /// 1 for the host's first entry, without gaps.
  public var number: Int64

  public init(_ host: String, _ number: Int64) {
    self.host = host
    self.number = number
  }

  public static func < (left: EntryName, right: EntryName) -> Bool {
    (left.host, left.number) < (right.host, right.number)
  }
}
