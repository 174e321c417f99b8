/// Which rows of an ``EntityTable`` are wanted, in which order, and which part of them.
///
///     let query = EntityQuery<Todo>().where("list", is: 7).matching("milk").page(offset: 0, limit: 50)
public struct EntityQuery<Row>: Sendable {
  /// By name of the index, the value that a row must have; all must hold.
  public var values: [String: IndexValue] = [:]
  /// The words that a row's text must contain.
  public var text: TextQuery?
  /// What else must hold for a row.
  public var predicate: (@Sendable (Row) -> Bool)?
  /// Another order than that of the table; rows do not tell when they arrived, so `.arrival` is the table's own.
  public var order: EntityOrder<Row>? {
    didSet { if order?.isArrival == true { order = nil } }
  }
  /// How many of the matching rows to skip.
  public var offset = 0
  /// How many rows to hand out at most; nil: all.
  public var limit: Int?

  /// All rows in the order of the table.
  public init() {}

  /// Only rows that have the value in the index.
  public func `where`(_ index: String, is value: some Hashable & Sendable) -> EntityQuery {
    with { $0.values[index] = IndexValue(value) }
  }

  /// Only rows whose text contains every word.
  public func matching(_ text: String) -> EntityQuery { with { $0.text = TextQuery(text) } }

  /// Only rows for which the predicate holds.
  public func filter(_ predicate: @escaping @Sendable (Row) -> Bool) -> EntityQuery {
    with { $0.predicate = predicate }
  }

  /// The rows in another order than the table's.
  public func sorted(_ order: EntityOrder<Row>) -> EntityQuery { with { $0.order = order } }

  /// Only a part of what matches; negative numbers count as 0.
  public func page(offset: Int, limit: Int?) -> EntityQuery {
    with {
      $0.offset = offset
      $0.limit = limit
    }
  }

  private func with(_ change: (inout EntityQuery) -> Void) -> EntityQuery {
    var query = self
    change(&query)
    return query
  }
}
