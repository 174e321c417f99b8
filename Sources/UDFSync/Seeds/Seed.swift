/// What a seed holds.
public struct Seed: Sendable, Hashable {
  public var rows: [SyncRow]
  /// The server's token at which the rows were taken; nil: the first pull asks for everything. Dates in rows never stand for
  /// it.
  public var token: String?
  /// The server's epoch at that token, see ``PullPage/epoch``; nil: unknown. A token without an epoch is not used by a cache that
  /// knows the server's epoch already.
  public var epoch: String?

  public init(_ rows: [SyncRow], token: String? = nil, epoch: String? = nil) {
    self.rows = rows
    self.token = token
    self.epoch = epoch
  }
}
