import Foundation

/// A place in the log of changes; as a text, a token of the sync protocol.
struct FeedToken: LosslessStringConvertible {
  /// What the reader has of a former filter while the difference to another one is sent.
  struct Former {
    /// The last version that the reader has of the former filter.
    let position: Int64
    let filter: FeedFilter
  }

  let feed: String
  /// The last version that the reader has.
  private(set) var position: Int64
  /// While the reader is in the middle of all rows, the feed's version at its first page: the reader never had rows that
  /// were deleted before. nil: the reader has all rows up to the position.
  let start: Int64?
  /// The filter of the reader's rows.
  private(set) var filter: FeedFilter
  /// nil: the reader has all rows of the filter up to the position.
  private(set) var former: Former?

  init(feed: String, position: Int64, start: Int64? = nil, filter: FeedFilter = .all, former: Former? = nil) {
    self.feed = feed
    self.position = position
    self.start = start
    self.filter = filter
    self.former = former
  }

  init?(_ description: String) {
    let parts = description.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    guard [2, 3, 4, 6].contains(parts.count), let position = Int64(parts[1]) else { return nil }
    let start = parts.count > 2 ? Int64(parts[2]) : nil
    guard parts.count != 3 || start != nil else { return nil }
    self.init(feed: parts[0], position: position, start: start)
    guard parts.count > 3 else { return }
    guard let filter = Self.filter(parts[3]) else { return nil }
    self.filter = filter
    guard parts.count == 6 else { return }
    guard let position = Int64(parts[4]), let filter = Self.filter(parts[5]) else { return nil }
    former = Former(position: position, filter: filter)
  }

  var description: String {
    let place = "\(feed)-\(position)"
    guard filter != .all || former != nil else { return place + (start.map { "-\($0)" } ?? "") }
    return place + "-\(start.map(String.init) ?? "")-\(Self.escaped(filter))"
      + (former.map { "-\($0.position)-\(Self.escaped($0.filter))" } ?? "")
  }

  /// The reader needs no deletions up to this version.
  var known: Int64 { max(position, start ?? 0, former?.position ?? 0) }

  /// The place for a reader that wants other rows from now on; nil in the middle of a difference.
  func changed(to filter: FeedFilter) -> FeedToken? {
    guard filter != self.filter else { return self }
    guard former == nil else { return nil }
    let former = Former(position: position, filter: self.filter)
    return FeedToken(feed: feed, position: 0, start: start, filter: filter, former: former)
  }

  /// The place after a page in the middle.
  func advanced(to position: Int64) -> FeedToken {
    var token = self
    token.position = position
    if let former, former.position <= position { token.former = nil }
    return token
  }

  /// Whether the reader gets the present state of a row, and the row as the reader sees it: nil if it is gone or does not match.
  func shown(_ row: Row?, of collection: String, version: Int64) -> Row?? {
    let shown = row.flatMap { filter.matches($0, in: collection) ? $0 : nil }
    if let former, version <= former.position {
      guard let shown, !former.filter.matches(shown, in: collection) else { return nil }
      return shown
    }
    return shown != nil || version > start ?? 0 ? .some(shown) : nil
  }

  private static func escaped(_ filter: FeedFilter) -> String {
    filter.text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }

  private static func filter(_ text: String) -> FeedFilter? { text.removingPercentEncoding.flatMap { FeedFilter($0) } }
}
