/// What a seed holds.
public struct Seed: Sendable, Hashable {
  public var rows: [SyncRow]
  /// The server's token at which the rows were taken; nil: the first pull asks for everything. Dates in rows never stand for
  /// it.
  public var token: String?

  public init(_ rows: [SyncRow], token: String? = nil) {
    self.rows = rows
    self.token = token
  }
}
