/// The contents of a seed.
public struct Seed: Sendable, Hashable {
  public var rows: [SyncRow]
  /// The server's token at which the rows were exported; nil: the first pull requests all rows. Dates in rows never
  /// replace it.
  public var token: String?
  /// The server's epoch at that token, see ``PullPage/epoch``; nil: unknown. A cache that already knows the server's
  /// epoch does not use a token without an epoch.
  public var epoch: String?

  public init(_ rows: [SyncRow], token: String? = nil, epoch: String? = nil) {
    self.rows = rows
    self.token = token
    self.epoch = epoch
  }
}
