import UDF

/// A position in the order of rows by revision and key.
public struct RowPosition: Sendable, Hashable, Comparable {
  public var revision: Int64
  public var key: RowKey

  /// The position after all rows of this revision.
  public init(revision: Int64) { self.init(revision: revision + 1, key: RowKey("")) }

  /// The position after the row of this key.
  public init(revision: Int64, key: RowKey) {
    self.revision = revision
    self.key = key
  }

  /// The position before all rows.
  public static let start = RowPosition(revision: 0)

  public static func < (left: RowPosition, right: RowPosition) -> Bool {
    left.revision == right.revision ? left.key < right.key : left.revision < right.revision
  }
}
