import LuaRuntime
import UDF

/// One field of a native state as scripts, subscribers and change lists see it: a name, and where it stands in the state.
///
/// Name a field by the key path that the reducer writes: `state.total += 1` is a change of a field of `\.total`,
/// `state[\.cart.total] += 1` by one of `\.cart.total`.
public struct StateField<State>: Sendable {
  public let name: String
  /// Makes what reads it for one slice; `base` is the first of the field's handles.
  let makeReader: @Sendable (UInt64) -> FieldReader<State>

  init(_ name: String, _ makeReader: @escaping @Sendable (UInt64) -> FieldReader<State>) {
    self.name = name
    self.makeReader = makeReader
  }

  /// A value that is plain data or comes from and goes to it as `Codable`.
  public static func value<Field: Codable & Sendable>(
    _ name: String, _ keyPath: any WritableKeyPath<State, Field> & Sendable
  ) -> StateField {
    .value(
      name, keyPath, plain: { try ValueEncoder().encode($0) }, from: { try ValueDecoder().decode(Field.self, from: $0) }
    )
  }

  /// A value that comes from and goes to plain data by hand. `plain` must give an equal value for what `from` made of it.
  public static func value<Field>(
    _ name: String, _ keyPath: any WritableKeyPath<State, Field> & Sendable,
    plain: @escaping @Sendable (Field) throws -> Value, from: @escaping @Sendable (Value) throws -> Field
  ) -> StateField {
    StateField(name) { ValueReader(name, $0, keyPath, plain: plain, from: from) }
  }

  /// The rows of a table, as a list in the table's order.
  public static func rows<Key, Row: Codable & Sendable>(
    _ name: String, _ keyPath: any WritableKeyPath<State, EntityTable<Key, Row>> & Sendable
  ) -> StateField {
    .rows(
      name, keyPath, plain: { TapeWriter.bytes(of: try ValueEncoder().encode($0)) },
      from: { try ValueDecoder().decode(Row.self, from: $0) })
  }

  /// The rows of a table, as a list in the table's order; `plain` gives a row in byte form.
  static func rows<Key, Row>(
    _ name: String, _ keyPath: any WritableKeyPath<State, EntityTable<Key, Row>> & Sendable,
    plain: @escaping @Sendable (Row) throws -> [UInt8], from: @escaping @Sendable (Value) throws -> Row
  ) -> StateField {
    // Made here, where the types are known: code that does not know them asks for several with each row that is read.
    let offset = MemoryLayout<State>.offset(of: keyPath)
    let row: @Sendable (State, Int) throws -> [UInt8]? = { state, slot in
      guard let offset else { return try state[keyPath: keyPath].row(slot: slot).map(plain) }
      return try withUnsafeBytes(of: state) { bytes in
        try (bytes.baseAddress! + offset).assumingMemoryBound(to: EntityTable<Key, Row>.self).pointee.row(slot: slot)
          .map(plain)
      }
    }
    return StateField(name) { RowsReader(name, $0, keyPath, row: row, plain: plain, from: from) }
  }

  /// The rows of a table whose list is another field, by key. Told as changes of that list.
  public static func rowsByKey<Key, Row>(
    _ name: String, _ keyPath: any WritableKeyPath<State, EntityTable<Key, Row>> & Sendable
  ) -> StateField {
    StateField(name) { KeyedRowsReader(name, $0, keyPath) }
  }

  /// The rows of a table whose list is another field, by index and value: `by.section.mail` is a list. `text` is how a
  /// script writes a value, and `values` what it may mean by a text. Told as changes of the list of all rows.
  static func rowsByIndex<Key, Row>(
    _ name: String, _ keyPath: any WritableKeyPath<State, EntityTable<Key, Row>> & Sendable,
    text: @escaping @Sendable (IndexValue) -> String, values: @escaping @Sendable (String) -> [IndexValue]
  ) -> StateField {
    StateField(name) { IndexesReader(name, $0, keyPath, text: text, values: values) }
  }

  /// What a query finds among the rows of a table whose list is another field; kept until a row or the query changes what
  /// it finds. Told as changes of that list and of the query.
  public static func results<Key, Row, Query>(
    _ name: String, in keyPath: any WritableKeyPath<State, EntityTable<Key, Row>> & Sendable,
    query queryPath: any WritableKeyPath<State, Query> & Sendable,
    make: @escaping @Sendable (Query) -> EntityQuery<Row>
  ) -> StateField {
    // The query is run from here, where the types are known, because it looks at every row.
    let run: @Sendable (EntityTable<Key, Row>, EntityQuery<Row>) throws -> (slots: [Int], total: Int) = {
      try $0.slots($1)
    }
    return StateField(name) { ResultsReader(name, $0, keyPath, queryPath, make: make, run: run) }
  }

  /// How many rows another field of this state has: all of a table, or all that a query matches, also beyond its limit.
  public static func count(_ name: String, of field: String) -> StateField {
    StateField(name) { CountReader(name, $0, of: field) }
  }
}
