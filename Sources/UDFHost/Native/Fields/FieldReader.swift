import LuaRuntime
import UDF

/// Reads, replaces and lists the changes of one field of a native state, for one slice.
class FieldReader<State>: Field {
  /// The field's own container, if it is one; those inside it have the handles after it.
  let base: UInt64
  /// The present state of the slice.
  var state: () -> State = { fatalError("set by the slice") }
  /// The slice's other readers, to find the one that owns a table's rows.
  var siblings: [FieldReader] = []

  init(_ name: String, _ base: UInt64) {
    self.base = base
    super.init(name)
  }

  /// The key path whose writes are changes of this field; nil if no write is.
  var told: PartialKeyPath<State>? { nil }

  override func shows(_ keyPath: AnyKeyPath) -> Bool { told.map { FieldReader.overlap($0, keyPath) } ?? false }

  /// Whether two places of the state have something in common. One that is not stored in it may be anywhere.
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

  /// Whether the field shows the rows of another field in another way. Plain data of the whole state leaves it out, so that it
  /// has each row once.
  var isDerived: Bool { false }

  /// The field as plain data.
  func value(_ state: State) throws -> Value { .none }

  /// How many rows the field has.
  func count(_ state: State) throws -> Int { 0 }

  /// Puts plain data in place of what the field holds; one that only follows from others does nothing.
  func put(_ value: Value, into state: inout Recorded<State>) throws {}

  /// The changes of this field by a write of ``told``.
  func changes(_ edit: RecordedEdit<State>.Kind, at path: Path) throws -> [Change] { [] }

  /// What a script finds under the field's name.
  func write(_ state: State, into answer: inout TapeWriter) throws { answer.write(try value(state)) }

  /// What a script finds in one of the field's containers.
  func write(_ ask: NativeAsk, of handle: UInt64, _ state: State, into answer: inout TapeWriter) throws {}

  /// The reader that owns the rows of a table.
  final func owner<Key, Row>(
    of keyPath: WritableKeyPath<State, EntityTable<Key, Row>>
  ) -> RowsReader<State, Key, Row>? {
    siblings.lazy.compactMap { $0 as? RowsReader<State, Key, Row> }.first { $0.told == keyPath }
  }

  /// What a script finds in a list of `count` items; `item` writes the one at an index, counted from 0.
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
