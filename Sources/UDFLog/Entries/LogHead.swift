/// The first and the last position of a log.
public struct LogHead: Sendable, Hashable {
  /// Identifies the log. A log that was made again has another epoch.
  public var epoch: String
  /// The position of the last entry; 0: there is none.
  public var position: Int64
  /// The link of the last entry; the epoch if there is none.
  public var link: String
  /// The number of trimmed entries. The first entry that can be read is at `base + 1`.
  public var base: Int64

  public init(epoch: String, position: Int64, link: String, base: Int64) {
    self.epoch = epoch
    self.position = position
    self.link = link
    self.base = base
  }

  public var place: LogPlace { LogPlace(position: position, link: link) }
  /// The place of a reader that has read nothing.
  public var start: LogPlace { LogPlace(position: 0, link: epoch) }
}
