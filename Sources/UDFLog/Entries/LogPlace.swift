/// A reader's position in a log, and a hash of all entries up to it.
///
/// Logs with the same link at a position have the same entries up to it, so a reader can detect lost entries.
public struct LogPlace: Sendable, Hashable {
  /// The position of the last entry that was read; 0: none.
  public var position: Int64
  /// The link of that entry; at position 0, the log's epoch.
  public var link: String

  public init(position: Int64, link: String) {
    self.position = position
    self.link = link
  }
}
