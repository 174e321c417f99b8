/// What is asked of a server: all that has changed since a token.
public struct PullRequest: Sendable, Hashable {
  /// The last token that came with rows, as the server gave it; nil: all rows are wanted.
  public var token: String?
  /// What the server called its answer to this very token; nil: it must answer in full.
  public var etag: String?
  /// Rows that one page may have.
  public var limit: Int
  /// Who asks, for the server to say how many of their mutations it has.
  public var client: String
  /// See ``SyncCollection/schema``.
  public var schema: Int

  public init(token: String? = nil, etag: String? = nil, limit: Int = 1000, client: String, schema: Int = 1) {
    self.token = token
    self.etag = etag
    self.limit = limit
    self.client = client
    self.schema = schema
  }
}
