/// An action at its position in the log.
public struct LogEntry: Sendable, Hashable {
  /// The position: 1 for the log's first entry, without gaps.
  public var position: Int64
  public var name: EntryName
  public var action: LogAction
  /// The link of the previous entry; at position 1, the log's epoch.
  public var previous: String
  /// A hash of this entry and all entries before it.
  public var link: String

  public init(position: Int64, name: EntryName, action: LogAction, previous: String, link: String) {
    self.position = position
    self.name = name
    self.action = action
    self.previous = previous
    self.link = link
  }

  /// The place of a reader that has read this entry.
  public var place: LogPlace { LogPlace(position: position, link: link) }
}
