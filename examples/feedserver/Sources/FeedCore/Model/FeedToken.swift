/// A place in the log of changes; as a text, a token of the sync protocol.
struct FeedToken: LosslessStringConvertible {
  let feed: String
  /// The last version that the reader has.
  let position: Int64
  /// While the reader is in the middle of all rows, the feed's version at its first page: the reader never had rows that
  /// were deleted before. nil: the reader has all rows up to the position.
  let start: Int64?

  init(feed: String, position: Int64, start: Int64? = nil) {
    self.feed = feed
    self.position = position
    self.start = start
  }

  init?(_ description: String) {
    let parts = description.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = parts.dropFirst().compactMap { Int64($0) }
    guard (2...3).contains(parts.count), numbers.count == parts.count - 1 else { return nil }
    self.init(feed: String(parts[0]), position: numbers[0], start: numbers.count == 2 ? numbers[1] : nil)
  }

  var description: String { "\(feed)-\(position)" + (start.map { "-\($0)" } ?? "") }

  /// The reader needs no deletions up to this version.
  var known: Int64 { max(position, start ?? 0) }
}
