/// Selects rows of an ``EntityTable``, their order, and a page of them.
///
///     let query = EntityQuery<Todo>().where("list", is: 7).matching("milk")
///       .filter { !$0.isDone }.sorted(.descending { $0.title }).page(offset: 0, limit: 50)
public struct EntityQuery<Row>: Sendable {
  /// The required value of a row in each index, by the index's name.
  public var values: [String: IndexValue] = [:]
  /// The words that a row's text must contain.
  public var text: TextQuery?
  /// A further condition for rows.
  public var predicate: (@Sendable (Row) -> Bool)?
  /// An order that replaces the table's. `.arrival` has no effect, because a row does not contain its arrival.
  public var order: EntityOrder<Row>? { didSet { if order?.isArrival == true { order = nil } } }
  /// The number of matching rows to skip.
  public var offset = 0
  /// The maximum number of rows to return; nil: all.
  public var limit: Int?

  /// Selects all rows in the order of the table.
  public init() {}

  /// Selects rows that have the value in the index.
  public func `where`(_ index: String, is value: some Hashable & Sendable) -> EntityQuery {
    with { $0.values[index] = IndexValue(value) }
  }

  /// Selects rows whose text contains every word.
  public func matching(_ text: String) -> EntityQuery { with { $0.text = TextQuery(text) } }

  /// Selects rows that satisfy the predicate.
  public func filter(_ predicate: @escaping @Sendable (Row) -> Bool) -> EntityQuery {
    with { $0.predicate = predicate }
  }

  /// Returns the rows in another order than the table's.
  public func sorted(_ order: EntityOrder<Row>) -> EntityQuery { with { $0.order = order } }

  /// Selects a page of the matching rows. Negative numbers count as 0.
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
