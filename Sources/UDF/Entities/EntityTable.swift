/// Rows by key, in order, with indexes: a collection for a state that stays as fast with a million rows as with ten.
///
/// It is a value: a copy costs nothing, and a write beside a living copy copies a page. In a `Recorded` it journals its own
/// rows. To give it other rows use ``replaceAll(_:)``; another table assigned in its place has noted nothing.
///
///     var todos = EntityTable(
///       key: \Todo.id, order: .ascending(\.title), indexes: [EntityIndex("list", by: \.list)],
///       text: { todo, query in query.matches(todo.title) })
///     try todos.insert(Todo(id: 1, title: "Fresh milk", list: 7))
///     try todos.update(1) { $0.isDone = true }
///     let page = try todos.query(EntityQuery().where("list", is: 7).matching("milk").page(offset: 0, limit: 50))
public struct EntityTable<Key: Hashable & Comparable & Sendable, Row> {
  @usableFromInline let schema: EntitySchema<Key, Row>
  @usableFromInline var content: EntityRows<Row>
  @usableFromInline var notes = ContiguousArray<EntityEdit<Row>>()
  @usableFromInline var isNoting = false

  /// An empty table.
  ///
  /// - Parameters:
  ///   - key: what tells a row from all others.
  ///   - order: how the rows stand in the table.
  ///   - indexes: what queries may ask for by name.
  ///   - text: whether a row's text matches; without it queries may have no text.
  @inlinable public init(
    key: @escaping @Sendable (Row) -> Key, order: EntityOrder<Row> = .arrival, indexes: [EntityIndex<Row>] = [],
    text: (@Sendable (Row, TextQuery) -> Bool)? = nil
  ) {
    self.init(key: key, isKey: { key($0) == $1 }, order: order, indexes: indexes, text: text)
  }

  /// - Parameter isKey: whether a key is that of a row, if that is known without making the row's own.
  @inlinable package init(
    key: @escaping @Sendable (Row) -> Key, isKey: @escaping @Sendable (Row, Key) -> Bool, order: EntityOrder<Row>,
    indexes: [EntityIndex<Row>], text: (@Sendable (Row, TextQuery) -> Bool)?
  ) {
    schema = EntitySchema(key: key, isKey: isKey, order: order, indexes: indexes, text: text)
    content = EntityRows(indexCount: indexes.count)
  }
}

extension EntityTable {
  @inlinable public var count: Int { content.count }
  @inlinable public var isEmpty: Bool { content.isEmpty }

  /// All rows, in order.
  @inlinable public var rows: EntityRows<Row> { content }

  /// The keys of all rows, in order.
  @inlinable public var keys: some RandomAccessCollection<Key> { rows.lazy.map(schema.key) }

  /// The row with the key.
  @inlinable public subscript(key: Key) -> Row? { find(key).map { content[slot: $0] } }

  /// The row at a position, counted from 0, which must be one of the table as in an array.
  @inlinable public func row(at position: Int) -> Row { content[position] }

  /// Where the row with the key stands, counted from 0.
  @inlinable public func position(of key: Key) -> Int? { find(key).map { content.position(of: $0) } }

  /// What tells the row from all others.
  package func key(of row: Row) -> Key { schema.key(row) }
  @inlinable package func slot(of key: Key) -> Int? { find(key).map(Int.init) }
  @inlinable package func slot(at position: Int) -> Int { Int(content.order.list[position]) }
  /// The row in the slot; nil if it is free.
  @inlinable package func row(slot: Int) -> Row? {
    content.cells.indices.contains(slot) ? content.cells[slot].row : nil
  }

  @inlinable func find(_ key: Key) -> Int32? { find(key, key.hashValue) }

  @inlinable func find(_ key: Key, _ hash: Int) -> Int32? {
    content.keys.find(hash) { schema.isKey(content[slot: $0], key) }
  }
}

extension EntityTable: Equatable where Row: Equatable {
  /// Whether both have the same rows in the same order.
  @inlinable public static func == (left: EntityTable, right: EntityTable) -> Bool { left.rows == right.rows }
}

extension EntityTable: Sendable where Row: Sendable {}
