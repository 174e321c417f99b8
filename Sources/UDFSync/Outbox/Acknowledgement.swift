/// Records that the server has made a mutation of the outbox.
public struct Acknowledgement: Sendable, Hashable {
  /// The mutation's id.
  public let id: Int64
  /// See ``Mutation/rowChecksum``.
  public let rowChecksum: Int64?

  public init(_ id: Int64, rowChecksum: Int64? = nil) {
    self.id = id
    self.rowChecksum = rowChecksum
  }
}
