import UDF

/// The rows of a database that a request or a cache contains: the parameters of each of its collections.
///
/// A row matches if the selection contains its collection, and the row matches the collection's parameters.
public struct RowSelection: Sendable, Hashable {
  /// All rows of a collection that has an address of its own.
  public static let all = RowSelection(.all)

  /// By ``SyncCollection/collection``.
  public let filters: [String: RowFilter]

  public init(_ filters: [String: RowFilter]) { self.filters = filters }

  /// Selects rows of a collection that has an address of its own.
  public init(_ filter: RowFilter) { self.init(["": filter]) }

  public subscript(collection: String) -> RowFilter? { filters[collection] }

  var names: Set<String> { Set(filters.keys) }

  /// Whether requests name the collections.
  var isNamed: Bool { filters[""] == nil }

  /// Whether all rows of these collections match.
  public var isAll: Bool { filters.values.allSatisfy(\.isAll) }

  public func matches(_ key: RowKey, _ row: [UInt8]) -> Bool { filters[key.collection]?.matches(row) ?? false }

  /// Whether every row that matches the other selection matches this one.
  func covers(_ other: RowSelection) -> Bool {
    other.filters.allSatisfy { name, filter in filters[name]?.covers(filter) ?? false }
  }

  /// Returns the selection with other parameters for one collection.
  func with(_ filter: RowFilter, of collection: String) -> RowSelection {
    RowSelection(filters.merging([collection: filter]) { $1 })
  }

  /// Whether a deletion does not prove that the row was deleted: servers report rows that do not match as deleted, or
  /// not at all.
  func excludes(_ change: RowChange, over held: [UInt8]?) -> Bool {
    change.body == nil && held.map { !matches(change.key, $0) } ?? false
  }
}

extension RowSelection: Codable {
  /// For a collection that has an address of its own, only the parameters are encoded, without a name, as in format 3
  /// of the files.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let filter = try? container.decode(RowFilter.self) {
      self.init(filter)
    } else {
      self.init(try container.decode([String: RowFilter].self))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let filter = filters[""] { try container.encode(filter) } else { try container.encode(filters) }
  }
}
