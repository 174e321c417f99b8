/// How far somebody has come with the changes of a feed; as a text, a token of the sync protocol.
struct FeedToken: LosslessStringConvertible {
  let feed: String
  /// The last version that they have.
  let position: Int64
  /// The feed's version when they began to fetch all rows, as long as they are not through: what was deleted up to then
  /// they never had. nil: they have all up to the position.
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

  /// What was deleted up to this version need not be told.
  var known: Int64 { max(position, start ?? 0) }
}
