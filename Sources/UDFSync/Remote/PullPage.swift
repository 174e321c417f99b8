/// Rows that have changed, and how to go on after them.
public struct PullPage: Sendable, Hashable {
  /// The token that this is the answer to, if the server says so; an answer to another one is not taken.
  public var from: String??
  /// The token to go on with, whether there is more or not; nil: the server has none, and the next answer is all there is.
  public var next: String?
  /// Whether there is more right now.
  public var hasMore: Bool
  public var changes: [RowChange]
  /// The number of the last mutation of ``PullRequest/client`` whose outcome is in the rows up to `next`; 0: none. nil: the server
  /// does not say, and its last page shows all mutations that it had acknowledged before the request. Only version 1 of the
  /// protocol uses it.
  public var mutation: Int64?
  /// The same for each client name of the request; nil: a page of version 1.
  public var mutations: [String: Int64]?
  /// Names the history of the server's data. The server changes it when its data no longer continues what it was, as after a backup
  /// was restored; nil: the server does not tell it.
  public var epoch: String?
  /// Whether the server offers a stream of the changes that follow, see ``RemoteStore/live(_:progress:)``.
  public var offersLive: Bool
  /// What the server will call its answer to `next` as long as nothing changes.
  public var etag: String?
  /// Seconds that the answer has lain in caches on its way.
  public var age: Double

  public init(
    from: String?? = nil, next: String?, hasMore: Bool = false, changes: [RowChange] = [], mutation: Int64? = 0,
    mutations: [String: Int64]? = nil, epoch: String? = nil, offersLive: Bool = false, etag: String? = nil,
    age: Double = 0
  ) {
    self.from = from
    self.next = next
    self.hasMore = hasMore
    self.changes = changes
    self.mutation = mutation
    self.mutations = mutations
    self.epoch = epoch
    self.offersLive = offersLive
    self.etag = etag
    self.age = age
  }
}
