import LuaRuntime
import UDF
import UDFFields

/// One field of a native state for scripts, subscribers and change lists: a name and a key path.
///
/// Use the key path that the reducer writes: `state.total += 1` is reported as a change of a field with `\.total`, and
/// `state[\.cart.total] += 1` as one of a field with `\.cart.total`.
public struct StateField<State>: Sendable {
  public let name: String
  /// Makes the reader of the field for one slice; `base` is the first of the field's handles.
  let makeReader: @Sendable (UInt64) -> FieldReader<State>

  init(_ name: String, _ makeReader: @escaping @Sendable (UInt64) -> FieldReader<State>) {
    self.name = name
    self.makeReader = makeReader
  }

  /// Makes a field with a value that is plain data or `Codable`.
  public static func value<Field: Codable & Sendable>(
    _ name: String, _ keyPath: any WritableKeyPath<State, Field> & Sendable
  ) -> StateField {
    .value(
      name, keyPath, plain: { try ValueEncoder().encode($0) }, from: { try ValueDecoder().decode(Field.self, from: $0) }
    )
  }

  /// Makes a field with a value that these functions convert. `plain` must be the inverse of `from`.
  public static func value<Field>(
    _ name: String, _ keyPath: any WritableKeyPath<State, Field> & Sendable,
    plain: @escaping @Sendable (Field) throws -> Value, from: @escaping @Sendable (Value) throws -> Field
  ) -> StateField {
    StateField(name) { ValueReader(name, $0, keyPath, plain: plain, from: from) }
  }

  /// Makes a field with the rows of a table, as a list in the table's order.
  public static func rows<Key, Row: Codable & Sendable>(
    _ name: String, _ keyPath: any WritableKeyPath<State, EntityTable<Key, Row>> & Sendable
  ) -> StateField {
    .rows(
      name, keyPath, plain: { TapeWriter.bytes(of: try ValueEncoder().encode($0)) },
      from: { try ValueDecoder().decode(Row.self, from: $0) })
  }

  /// Makes a field with the rows of a table, as a list in the table's order; `plain` returns a row in byte form.
  static func rows<Key, Row>(
    _ name: String, _ keyPath: any WritableKeyPath<State, EntityTable<Key, Row>> & Sendable,
    plain: @escaping @Sendable (Row) throws -> [UInt8], from: @escaping @Sendable (Value) throws -> Row
  ) -> StateField {
    let table = StatePlace(keyPath)
    return StateField(name) {
      RowsReader(
        name, $0, keyPath, rowCount: { table.read($0) { $0.pointee.count } },
        slot: { state, position in table.read(state) { $0.pointee.slot(at: position) } },
        row: { state, slot in try table.read(state) { try $0.pointee.row(slot: slot).map(plain) } }, plain: plain,
        from: from)
    }
  }

  /// Makes a field with a table's rows by key; another field is their list, for which changes are reported.
  public static func rowsByKey<Key, Row>(
    _ name: String, _ keyPath: any WritableKeyPath<State, EntityTable<Key, Row>> & Sendable
  ) -> StateField {
    StateField(name) { KeyedRowsReader(name, $0, keyPath, slot: nil) }
  }

  /// Makes a field with a table's rows by key. Any text is a key of the table, and `key` returns it.
  static func rowsByKey<Key, Row>(
    _ name: String, _ keyPath: any WritableKeyPath<State, EntityTable<Key, Row>> & Sendable,
    key: @escaping @Sendable (String) -> Key
  ) -> StateField {
    let table = StatePlace(keyPath)
    return StateField(name) {
      KeyedRowsReader(name, $0, keyPath) { state, text in table.read(state) { $0.pointee.slot(of: key(text)) } }
    }
  }

  /// Makes a field with the rows of a table by index and value: `by.section.mail` is a list. Another field is the list
  /// of all rows, and changes are reported for it. `text` returns the text by which a script names a value, and
  /// `values` the values that a text may mean.
  static func rowsByIndex<Key, Row>(
    _ name: String, _ keyPath: any WritableKeyPath<State, EntityTable<Key, Row>> & Sendable,
    text: @escaping @Sendable (IndexValue) -> String, values: @escaping @Sendable (String) -> [IndexValue]
  ) -> StateField {
    StateField(name) { IndexesReader(name, $0, keyPath, text: text, values: values) }
  }

  /// Makes a field with the rows of a table that match a query; another field is the table's list. The result is kept
  /// until a change of a row or of the query affects it. Changes are reported for that list and for the query.
  public static func results<Key, Row, Query>(
    _ name: String, in keyPath: any WritableKeyPath<State, EntityTable<Key, Row>> & Sendable,
    query queryPath: any WritableKeyPath<State, Query> & Sendable,
    make: @escaping @Sendable (Query) -> EntityQuery<Row>
  ) -> StateField {
    let (table, filter) = (StatePlace(keyPath), StatePlace(queryPath))
    return StateField(name) {
      // The query runs here, where the types are known, because it reads every row.
      ResultsReader(
        name, $0, keyPath, queryPath, make: { filter.read($0) { make($0.pointee) } },
        run: { state, query in try table.read(state) { try $0.pointee.slots(query) } })
    }
  }

  /// Makes a field with the number of rows of another field: of a table, or of all matches of a query.
  public static func count(_ name: String, of field: String) -> StateField {
    StateField(name) { CountReader(name, $0, of: field) }
  }
}
