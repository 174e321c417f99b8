import LuaRuntime
import UDF

/// A field with a table's rows by the values of indexes: `by.section.mail` is a list of rows in the table's order. The
/// rows belong to the table's list, so the plain data of the whole state does not contain this field.
package final class IndexesReader<State, Key: Hashable & Comparable & Sendable, Row>: FieldReader<State> {
  private typealias Table = EntityTable<Key, Row>

  private let keyPath: WritableKeyPath<State, EntityTable<Key, Row>>
  private let text: (IndexValue) -> String
  private let values: (String) -> [IndexValue]
  private lazy var owner = owner(of: keyPath)
  /// The lists that scripts have read, in the order of their handles. They are kept, because a script may retain one.
  private var lists: [(index: Int, value: IndexValue)] = []
  /// The numbers of these lists, by index.
  private var numbers: [[IndexValue: Int]] = []

  /// - Parameters:
  ///   - text: returns the text by which a script names a value.
  ///   - values: returns the values that a script may mean by a text, the most likely first.
  package init(
    _ name: String, _ base: UInt64, _ keyPath: WritableKeyPath<State, EntityTable<Key, Row>>,
    text: @escaping (IndexValue) -> String, values: @escaping (String) -> [IndexValue]
  ) {
    self.keyPath = keyPath
    self.text = text
    self.values = values
    super.init(name, base)
  }

  package override var isDerived: Bool { true }

  // MARK: containers: the field itself, then the indexes, then the lists

  private func handle(index: Int) -> UInt64 { base + 1 + UInt64(index) }
  private func handle(list: Int) -> UInt64 { handle(index: numbers.count + list) }

  private func list(_ value: IndexValue, of index: Int) -> Int {
    if let number = numbers[index][value] { return number }
    lists.append((index, value))
    numbers[index][value] = lists.count - 1
    return lists.count - 1
  }

  package override func write(_ state: UnsafeRawPointer, into answer: inout TapeWriter) {
    answer.write(container: base, [])
  }

  package override func write(
    _ ask: NativeAsk, of handle: UInt64, _ state: UnsafeRawPointer, into answer: inout TapeWriter
  ) {
    let table = state.assumingMemoryBound(to: State.self).pointee[keyPath: keyPath]
    let names = table.indexNames
    if numbers.isEmpty { numbers = Array(repeating: [:], count: names.count) }
    let number = Int(handle - base) - 1
    if number < 0 {
      write(ask, names: names, into: &answer) { name, answer in
        if let index = names.firstIndex(of: name) { answer.write(container: self.handle(index: index), []) }
      }
    } else if number < numbers.count {
      func value(_ name: String) -> IndexValue? { values(name).first { table.count(of: $0, index: number) > 0 } }
      // Without null and tables, which no text names.
      write(ask, names: Set(table.values(index: number).map(text)).filter { value($0) != nil }, into: &answer) {
        name, answer in
        guard let value = value(name) else { return }
        answer.write(container: self.handle(list: list(value, of: number)), .list)
      }
    } else {
      write(ask, rowsOf: lists[number - numbers.count], table, into: &answer)
    }
  }

  private func write(
    _ ask: NativeAsk, names: @autoclosure () -> some Sequence<String>, into answer: inout TapeWriter,
    member: (String, inout TapeWriter) -> Void
  ) {
    switch ask {
    case .field(let name): member(name, &answer)
    case .item, .count: break
    case .all:
      let names = names().sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      answer.beginMap(count: names.count)
      for name in names {
        answer.write(key: name)
        member(name, &answer)
      }
    }
  }

  private func write(
    _ ask: NativeAsk, rowsOf list: (index: Int, value: IndexValue), _ table: Table, into answer: inout TapeWriter
  ) {
    writeList(ask, count: table.count(of: list.value, index: list.index), into: &answer) {
      owner?.write(row: table.slot(at: $0, of: list.value, index: list.index), into: &$1)
    }
  }

  // MARK: outdated values

  package override func reset() { (lists, numbers) = ([], []) }

  package override func shows(_ keyPath: AnyKeyPath) -> Bool { FieldReader<State>.overlap(keyPath, self.keyPath) }

  package override func forget(_ edit: Any?, seen: LuaNativeSlice) {
    guard !numbers.isEmpty, let edit = edit as? EntityEdit<Row> else { return }
    let table = state()[keyPath: keyPath]
    func forget(_ row: Row, in index: Int) {
      for value in table.values(of: row, index: index) {
        if let number = numbers[index][value] { seen.stale(handle(list: number)) }
        seen.stale(handle(index: index), key: text(value))
      }
    }
    for index in numbers.indices {
      switch edit {
      case .insert(_, _, let row), .remove(_, _, let row): forget(row, in: index)
      case .set(_, _, let old, let new):
        if table.isSame(old, new, index: index) { continue }
        forget(old, in: index)
        forget(new, in: index)
      case .move(let slot, _, _): if let row = table.row(slot: slot) { forget(row, in: index) }
      // The reader that owns the rows drops all too, but only if scripts have read rows.
      case .replace: return seen.staleAll()
      }
    }
  }
}
