/// Rows by key, in order, with indexes: a collection that is nearly as fast with a million rows as with ten.
///
/// It is a value type. A copy costs nothing, and a write while a copy exists copies one page. In a `Recorded` it
/// journals its own rows. Use ``replaceAll(_:)`` to replace the rows; a table that is assigned in its place has no
/// journal.
///
///     var todos = EntityTable(
///       key: \Todo.id, order: .ascending(\.title), indexes: [EntityIndex("list", by: \.list)],
///       text: { todo, query in query.matches(todo.title) })
///     try todos.insert(Todo(id: 1, title: "Fresh milk", list: 7))
///     try todos.update(1) { $0.isDone = true }
///     todos.upsert(Todo(id: 2, title: "Bread", list: 7))
///     todos.row(at: 0).title   // "Bread"
///     todos.position(of: 1)    // 1
///     Array(todos.keys)        // [2, 1]
///     todos.remove(2)
///     let page = try todos.query(EntityQuery().where("list", is: 7).matching("milk").page(offset: 0, limit: 50))
public struct EntityTable<Key: Hashable & Comparable & Sendable, Row> {
  @usableFromInline let schema: EntitySchema<Key, Row>
  @usableFromInline var content: EntityRows<Row>
  @usableFromInline var notes = ContiguousArray<EntityEdit<Row>>()
  @usableFromInline var isNoting = false

  /// An empty table.
  ///
  /// - Parameters:
  ///   - key: the key that identifies a row.
  ///   - order: the order of the rows.
  ///   - indexes: the indexes that queries may name.
  ///   - text: whether a row's text matches a query; without it queries may have no text.
  @inlinable public init(
    key: @escaping @Sendable (Row) -> Key, order: EntityOrder<Row> = .arrival, indexes: [EntityIndex<Row>] = [],
    text: (@Sendable (Row, TextQuery) -> Bool)? = nil
  ) {
    self.init(key: key, isKey: { key($0) == $1 }, order: order, indexes: indexes, text: text)
  }

  /// - Parameter isKey: whether a row has a key, if this can be tested without making the row's key.
  @inlinable package init(
    key: @escaping @Sendable (Row) -> Key, isKey: @escaping @Sendable (Row, Key) -> Bool, order: EntityOrder<Row>,
    indexes: [EntityIndex<Row>], text: (@Sendable (Row, TextQuery) -> Bool)?
  ) {
    schema = EntitySchema(key: key, isKey: isKey, order: order, indexes: indexes, text: text)
    content = EntityRows(indexCount: indexes.count)
  }
}

extension EntityTable {
  /// The number of rows.
  @inlinable public var count: Int { content.count }
  /// Whether there are no rows.
  @inlinable public var isEmpty: Bool { content.isEmpty }

  /// All rows in order.
  @inlinable public var rows: EntityRows<Row> { content }

  /// The keys of all rows in order.
  @inlinable public var keys: some RandomAccessCollection<Key> { rows.lazy.map(schema.key) }

  /// The row with a key.
  @inlinable public subscript(key: Key) -> Row? { find(key).map { content[slot: $0] } }

  /// Returns the row at a position, counted from 0. As in an array, the position must exist.
  @inlinable public func row(at position: Int) -> Row { content[position] }

  /// Returns the position of the row with a key, counted from 0.
  @inlinable public func position(of key: Key) -> Int? { find(key).map { content.position(of: $0) } }

  /// Returns the key of a row.
  package func key(of row: Row) -> Key { schema.key(row) }
  @inlinable package func slot(of key: Key) -> Int? { find(key).map(Int.init) }
  @inlinable package func slot(at position: Int) -> Int { Int(content.order.list[position]) }
  /// Returns the row in a slot; nil if the slot is free.
  @inlinable package func row(slot: Int) -> Row? {
    content.cells.indices.contains(slot) ? content.cells[slot].row : nil
  }

  @inlinable func find(_ key: Key) -> Int32? { find(key, key.hashValue) }

  @inlinable func find(_ key: Key, _ hash: Int) -> Int32? {
    content.keys.find(hash) { schema.isKey(content[slot: $0], key) }
  }
}

extension EntityTable: Equatable where Row: Equatable {
  /// Whether both tables have the same rows in the same order.
  @inlinable public static func == (left: EntityTable, right: EntityTable) -> Bool { left.rows == right.rows }
}

extension EntityTable: Sendable where Row: Sendable {}

extension EntityTable: CustomReflectable {
  /// The rows by their keys, for differences and snapshots in tests.
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: zip(keys, rows).map { (key: $0, value: $1) }, displayStyle: .dictionary)
  }
}
