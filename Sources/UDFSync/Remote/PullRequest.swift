/// What is asked of a server: all that has changed since a token.
public struct PullRequest: Sendable, Hashable {
  /// The last token that came with rows, as the server gave it; nil: all rows are wanted.
  public var token: String?
  /// What the server called its answer to this very token; nil: it must answer in full.
  public var etag: String?
  /// Rows that one page may have.
  public var limit: Int
  /// The client name of the oldest pending mutation; with none, the one that new mutations get. The page says which of its
  /// mutations the rows show.
  public var client: String
  /// Other client names of pending mutations, in the order of the mutations. A server of version 1 ignores them.
  public var clients: [String]
  /// See ``SyncCollection/schema``.
  public var schema: Int

  public init(
    token: String? = nil, etag: String? = nil, limit: Int = 1000, client: String, clients: [String] = [],
    schema: Int = 1
  ) {
    self.token = token
    self.etag = etag
    self.limit = limit
    self.client = client
    self.clients = clients
    self.schema = schema
  }
}
