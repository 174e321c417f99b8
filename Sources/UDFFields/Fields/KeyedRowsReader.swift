import LuaRuntime
import UDF

/// A field with a table's rows by key. The rows themselves belong to the table's list.
package final class KeyedRowsReader<State, Key: Hashable & Comparable & Sendable, Row>: FieldReader<State> {
  private let keyPath: WritableKeyPath<State, EntityTable<Key, Row>>
  /// Returns the slot of a row in the state at an address, by the text of its key; nil: a text must be parsed first.
  private let slot: ((UnsafeRawPointer, String) -> Int?)?
  /// Makes a key from its text; nil: the keys cannot be read from texts. A cast for each read would be slow.
  private let parse: ((String) -> Key?)?
  private lazy var owner = owner(of: keyPath)

  package init(
    _ name: String, _ base: UInt64, _ keyPath: WritableKeyPath<State, EntityTable<Key, Row>>,
    slot: ((UnsafeRawPointer, String) -> Int?)?
  ) {
    self.keyPath = keyPath
    self.slot = slot
    parse = (Key.self as? any LosslessStringConvertible.Type).map { Self.parser($0) }
    super.init(name, base)
  }

  private static func parser<Text: LosslessStringConvertible>(_ type: Text.Type) -> (String) -> Key? {
    { type.init($0) as? Key }
  }

  private func text(_ key: Key) -> String { "\(key)" }

  package override var isDerived: Bool { true }

  package override func value(_ state: State) throws -> Value {
    let table = state[keyPath: keyPath]
    return .map(Record(try table.keys.map { (text($0), try value($0, of: table)) }))
  }

  private func value(_ key: Key, of table: EntityTable<Key, Row>) throws -> Value {
    guard let row = table[key], let owner else { return .none }
    return try owner.value(of: row)
  }

  package override func write(_ state: UnsafeRawPointer, into answer: inout TapeWriter) {
    answer.write(container: base, [])
  }

  package override func write(
    _ ask: NativeAsk, of handle: UInt64, _ state: UnsafeRawPointer, into answer: inout TapeWriter
  ) {
    if case .field(let text) = ask, let slot {
      if let slot = slot(state, text) { owner?.write(row: slot, into: &answer) }
      return
    }
    let table = state.assumingMemoryBound(to: State.self).pointee[keyPath: keyPath]
    switch ask {
    case .field(let text):
      if let slot = key(text, in: table).flatMap({ table.slot(of: $0) }) { owner?.write(row: slot, into: &answer) }
    case .item, .count: break
    case .all:
      let keys = table.keys.map { (text: text($0), slot: table.slot(of: $0) ?? 0) }
      answer.beginMap(count: keys.count)
      for key in keys.sorted(by: { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }) {
        answer.write(key: key.text)
        owner?.write(row: key.slot, into: &answer)
      }
    }
  }

  /// Returns the key that a script writes as this text.
  private func key(_ text: String, in table: EntityTable<Key, Row>) -> Key? {
    guard let parse else { return table.keys.first { self.text($0) == text } }
    // Only the key's own spelling is accepted: a row that is cached under another spelling would not be dropped.
    guard let key = parse(text), self.text(key).utf8.elementsEqual(text.utf8) else { return nil }
    return key
  }

  package override func shows(_ keyPath: AnyKeyPath) -> Bool { FieldReader<State>.overlap(keyPath, self.keyPath) }

  package override func forget(_ edit: Any?, seen: LuaNativeSlice) {
    switch edit as? EntityEdit<Row> {
    case .set, .move, .replace, nil: break  // the list drops these
    case .insert(_, _, let row), .remove(_, _, let row):
      seen.stale(base, key: text(state()[keyPath: keyPath].key(of: row)))
    }
  }
}
