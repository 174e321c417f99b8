import UDF

/// A place among rows by revision and key: what comes later comes after it.
public struct RowPosition: Sendable, Hashable, Comparable {
  public var revision: Int64
  public var key: EntityKey

  /// After all rows of this revision.
  public init(revision: Int64) { self.init(revision: revision + 1, key: EntityKey("")) }

  /// After the row of this key.
  public init(revision: Int64, key: EntityKey) {
    self.revision = revision
    self.key = key
  }

  /// Before all rows.
  public static let start = RowPosition(revision: 0)

  public static func < (left: RowPosition, right: RowPosition) -> Bool {
    left.revision == right.revision ? left.key < right.key : left.revision < right.revision
  }
}
