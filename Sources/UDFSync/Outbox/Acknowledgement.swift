/// Records that the server has made a mutation of the outbox.
public struct Acknowledgement: Sendable, Hashable {
  /// The mutation's id.
  public let id: Int64
  /// ``Mutation/Part/rowChecksum`` of each part; empty: no part has one.
  public let rowChecksums: [Int64?]

  public init(_ id: Int64, rowChecksums: [Int64?] = []) {
    self.id = id
    self.rowChecksums = rowChecksums
  }
}
