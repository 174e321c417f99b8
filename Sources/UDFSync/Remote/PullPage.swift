/// Changed rows, and the token to continue with.
public struct PullPage: Sendable, Hashable {
  /// The token of the request, if the server repeats it. The engine rejects a page with another token.
  public var from: String??
  /// The token to continue with, whether or not there are more pages; nil if the server has no tokens. Then the next
  /// answer contains all rows.
  public var next: String?
  /// Whether more changes are available now.
  public var hasMore: Bool
  public var changes: [RowChange]
  /// The number of the last mutation of ``PullRequest/client`` whose outcome is in the rows up to `next`; 0: none. nil:
  /// the server does not report it, and its last page shows all mutations that it had acknowledged before the request.
  /// Only version 1 of the protocol uses this.
  public var mutation: Int64?
  /// The same for each client name of the request; nil in a page of version 1.
  public var mutations: [String: Int64]?
  /// Identifies the history of the server's data. The server changes it when its data no longer continues the former
  /// data, for example after a backup was restored; nil: the server does not report it.
  public var epoch: String?
  /// Whether the server offers a stream of the following changes, see ``RemoteStore/live(_:progress:)``.
  public var offersLive: Bool
  /// Whether the server's tokens contain the filter: the page continues a token of another filter with the difference
  /// to ``PullRequest/filter``. Otherwise the engine fetches all rows again after a change of the filter. In both cases
  /// it keeps only matching rows.
  public var continuesFilter: Bool
  /// Whether the server supports mutations of several rows, of which it makes all parts or none.
  public var takesAll: Bool
  /// The names of the collections in the page; nil: the server has one collection at this address and does not name it.
  public var collections: Set<String>?
  /// The ETag that the answer to `next` will have if nothing changes.
  public var etag: String?
  /// Seconds that the answer spent in HTTP caches.
  public var age: Double

  public init(
    from: String?? = nil, next: String?, hasMore: Bool = false, changes: [RowChange] = [], mutation: Int64? = 0,
    mutations: [String: Int64]? = nil, epoch: String? = nil, offersLive: Bool = false,
    takesAll: Bool = false, continuesFilter: Bool = false,
    collections: Set<String>? = nil, etag: String? = nil, age: Double = 0
  ) {
    self.from = from
    self.next = next
    self.hasMore = hasMore
    self.changes = changes
    self.mutation = mutation
    self.mutations = mutations
    self.epoch = epoch
    self.offersLive = offersLive
    self.continuesFilter = continuesFilter
    self.takesAll = takesAll
    self.collections = collections
    self.etag = etag
    self.age = age
  }
}
