/// Rows that have changed, and how to go on after them.
public struct PullPage: Sendable, Hashable {
  /// The token that this is the answer to, if the server says so; an answer to another one is not taken.
  public var from: String??
  /// The token to go on with, whether there is more or not; nil: the server has none, and the next answer is all there is.
  public var next: String?
  /// Whether there is more right now.
  public var hasMore: Bool
  public var changes: [RowChange]
  /// The last mutation of this client whose outcome is in the rows up to `next`; 0: none; nil: the server does not say, and
  /// with its last page has shown what it had answered to before it was asked.
  public var mutation: Int64?
  /// What the server will call its answer to `next` as long as nothing changes.
  public var etag: String?
  /// Seconds that the answer has lain in caches on its way.
  public var age: Double

  public init(
    from: String?? = nil, next: String?, hasMore: Bool = false, changes: [RowChange] = [], mutation: Int64? = 0,
    etag: String? = nil, age: Double = 0
  ) {
    self.from = from
    self.next = next
    self.hasMore = hasMore
    self.changes = changes
    self.mutation = mutation
    self.etag = etag
    self.age = age
  }
}
