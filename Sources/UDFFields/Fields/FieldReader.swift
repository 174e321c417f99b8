import LuaRuntime
import UDF

/// Reads and replaces one field of one slice's native state, and lists its changes.
package class FieldReader<State>: Field {
  /// The handle of the field's own container, if it has one. The containers inside it have the following handles.
  package let base: UInt64
  package var state: () -> State = { fatalError("set by the slice") }
  /// The slice's other readers, to find the one that owns a table's rows.
  package var siblings: [FieldReader] = []

  package init(_ name: String, _ base: UInt64) {
    self.base = base
    super.init(name)
  }

  /// The key path whose writes are reported as changes of this field; nil: none.
  package var reported: PartialKeyPath<State>? { nil }

  package override func shows(_ keyPath: AnyKeyPath) -> Bool {
    reported.map { FieldReader.overlap($0, keyPath) } ?? false
  }

  /// Whether two places of the state overlap. A place that is not stored in the state counts as overlapping.
  static func overlap(_ left: AnyKeyPath, _ right: AnyKeyPath) -> Bool {
    guard left != right, let one = bytes(left), let other = bytes(right) else { return true }
    return one.overlaps(other)
  }

  private static func bytes(_ keyPath: AnyKeyPath) -> Range<Int>? {
    guard let place = keyPath as? PartialKeyPath<State>, let offset = MemoryLayout<State>.offset(of: place) else {
      return nil
    }
    func size<Value>(of type: Value.Type) -> Int { MemoryLayout<Value>.size }
    return offset..<offset + _openExistential(type(of: keyPath).valueType, do: size)
  }

  /// Whether the field shows the rows of another field in another form. The plain data of the whole state does not
  /// contain such a field, so that it has each row once.
  package var isDerived: Bool { false }

  /// Returns the field as plain data.
  package func value(_ state: State) throws -> Value { .none }

  /// Returns the number of the field's rows.
  package func count(_ state: State) throws -> Int { 0 }

  /// Replaces the field's content by plain data; does nothing for a field that is computed from others.
  package func put(_ value: Value, into state: inout Recorded<State>) throws {}

  /// Returns the changes of this field by a write of ``reported``.
  package func changes(_ edit: RecordedEditKind, at path: Path) throws -> [Change] { [] }

  package override func write(_ state: UnsafeRawPointer, into answer: inout TapeWriter) throws {
    answer.write(try value(state.assumingMemoryBound(to: State.self).pointee))
  }

  /// Returns the reader that owns the rows of a table.
  final func owner<Key, Row>(
    of keyPath: WritableKeyPath<State, EntityTable<Key, Row>>
  ) -> RowsReader<State, Key, Row>? {
    siblings.lazy.compactMap { $0 as? RowsReader<State, Key, Row> }.first { $0.reported == keyPath }
  }

  /// Answers a script's read in a list of `count` items; `item` writes the item at an index, counted from 0.
  final func writeList(
    _ ask: NativeAsk, count: Int, into answer: inout TapeWriter, item: (Int, inout TapeWriter) -> Void
  ) {
    switch ask {
    case .item(let position): if position >= 1, position <= count { item(position - 1, &answer) }
    case .field: break
    case .count: answer.write(.integer(Int64(count)))
    case .all:
      answer.beginList(count: count)
      for index in 0..<count { item(index, &answer) }
    }
  }
}
