import LuaRuntime
import UDF

/// A field with the list of a table's rows. Each row is a container that a script reads as a whole.
package final class RowsReader<State, Key: Hashable & Comparable & Sendable, Row>: FieldReader<State> {
  private let keyPath: WritableKeyPath<State, EntityTable<Key, Row>>
  // These read the state at an address. They are made where its types are known: generic code would look up several
  // types for each row that is read.
  private let rowCount: (UnsafeRawPointer) -> Int
  /// Returns the slot of the row at a position.
  private let slot: (UnsafeRawPointer, Int) -> Int
  /// Returns the row in a slot, in byte form.
  private let row: (UnsafeRawPointer, Int) throws -> [UInt8]?
  private let plain: (Row) throws -> [UInt8]
  private let from: (Value) throws -> Row

  package init(
    _ name: String, _ base: UInt64, _ keyPath: WritableKeyPath<State, EntityTable<Key, Row>>,
    rowCount: @escaping (UnsafeRawPointer) -> Int, slot: @escaping (UnsafeRawPointer, Int) -> Int,
    row: @escaping (UnsafeRawPointer, Int) throws -> [UInt8]?, plain: @escaping (Row) throws -> [UInt8],
    from: @escaping (Value) throws -> Row
  ) {
    self.keyPath = keyPath
    self.rowCount = rowCount
    self.slot = slot
    self.row = row
    self.plain = plain
    self.from = from
    super.init(name, base)
  }

  /// Writes the row in a slot for a script.
  func write(row slot: Int, into answer: inout TapeWriter) {
    isRead = true
    answer.write(container: handle(of: slot), .whole)
  }

  private func handle(of slot: Int) -> UInt64 { base + 1 + UInt64(slot) }

  func value(of row: Row) throws -> Value { TapeReader.value(of: try plain(row)) }

  package override var reported: PartialKeyPath<State>? { keyPath }

  package override func value(_ state: State) throws -> Value { try list(state[keyPath: keyPath].rows) }

  private func list(_ rows: EntityRows<Row>) throws -> Value { .list(try rows.map(value(of:))) }

  package override func count(_ state: State) -> Int { state[keyPath: keyPath].count }

  package override func put(_ value: Value, into state: inout Recorded<State>) throws {
    let rows: [Row]
    switch value {
    case .list(let items):
      rows = try items.enumerated().map { index, item in
        do { return try from(item) } catch { throw NativeFailure("\(name)[\(index + 1)]: \(error)") }
      }
    case .none: rows = []
    case .map(let record) where record.isEmpty: rows = []
    default: throw NativeFailure("\(name) must be a list of rows, got \(value.shown)")
    }
    try state[keyPath].replaceAll(rows)
  }

  package override func changes(_ edit: RecordedEditKind, at path: Path) throws -> [Change] {
    if case .set(let old, let new) = edit, let old = old as? EntityTable<Key, Row>,
      let new = new as? EntityTable<Key, Row>
    {
      return [Change(.set, path, old: try list(old.rows), new: try list(new.rows))]
    }
    guard case .edit(let edit) = edit, let edit = edit as? EntityEdit<Row> else { return [] }
    func item(_ position: Int) -> Path { path.appending(.index(position + 1)) }
    switch edit {
    case .set(_, let position, let old, let new):
      return Change.between(try value(of: old), try value(of: new), at: item(position))
    case .insert(_, let position, let row):
      return [Change(.insert, item(position), new: try value(of: row))]
    case .remove(_, let position, let row):
      return [Change(.remove, item(position), old: try value(of: row))]
    case .move(_, let from, let to):
      return [Change(.move, item(from), old: .integer(Int64(from + 1)), new: .integer(Int64(to + 1)))]
    case .replace(let old, let new):
      return [Change(.set, path, old: try list(old), new: try list(new))]
    }
  }

  package override func write(_ state: UnsafeRawPointer, into answer: inout TapeWriter) {
    answer.write(container: base, .list)
  }

  package override func write(
    _ ask: NativeAsk, of handle: UInt64, _ state: UnsafeRawPointer, into answer: inout TapeWriter
  ) throws {
    if handle > base {
      if let row = try row(state, Int(handle - base) - 1) { answer.write(tape: row) }
      return
    }
    writeList(ask, count: rowCount(state), into: &answer) { write(row: slot(state, $0), into: &$1) }
  }

  package override func forget(_ edit: Any?, seen: LuaNativeSlice) {
    switch edit as? EntityEdit<Row> {
    case .set(let slot, _, _, _): seen.stale(handle(of: slot))
    case .move: seen.stale(base)
    case .insert(let slot, _, _), .remove(let slot, _, _):
      seen.gone(handle(of: slot))
      seen.stale(base)
    case .replace(let old, let new):
      // A script that retains a row must not read another row of the same slot.
      let table = state()[keyPath: keyPath]
      for slot in 0..<max(old.slotLimit, new.slotLimit) {
        let keys = (old.row(slot: slot).map(table.key(of:)), new.row(slot: slot).map(table.key(of:)))
        if keys.0 != keys.1 { seen.gone(handle(of: slot)) }
      }
      seen.staleAll()
    case nil: seen.staleAll()
    }
  }
}
