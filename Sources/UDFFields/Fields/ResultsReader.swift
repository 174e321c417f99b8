import LuaRuntime
import UDF

/// A field with the rows of a table that match a query. The result is kept until the rows or the query change.
package final class ResultsReader<State, Key: Hashable & Comparable & Sendable, Row, Query>: FieldReader<State> {
  private let keyPath: WritableKeyPath<State, EntityTable<Key, Row>>
  private let queryPath: WritableKeyPath<State, Query>
  /// Returns the query of the state at an address.
  private let make: (UnsafeRawPointer) -> EntityQuery<Row>
  private let run: (UnsafeRawPointer, EntityQuery<Row>) throws -> (slots: [Int], total: Int)
  private lazy var owner = owner(of: keyPath)
  private var query: EntityQuery<Row>?
  private var found: (slots: [Int], total: Int)?

  package init(
    _ name: String, _ base: UInt64, _ keyPath: WritableKeyPath<State, EntityTable<Key, Row>>,
    _ queryPath: WritableKeyPath<State, Query>, make: @escaping (UnsafeRawPointer) -> EntityQuery<Row>,
    run: @escaping (UnsafeRawPointer, EntityQuery<Row>) throws -> (slots: [Int], total: Int)
  ) {
    self.keyPath = keyPath
    self.queryPath = queryPath
    self.make = make
    self.run = run
    super.init(name, base)
  }

  private func find(_ state: UnsafeRawPointer) throws -> (slots: [Int], total: Int) {
    if let found { return found }
    let query = query ?? make(state)
    let found = try run(state, query)
    (self.query, self.found, isRead) = (query, found, true)
    return found
  }

  package override func count(_ state: State) throws -> Int { try withUnsafePointer(to: state) { try find($0) }.total }

  package override var isDerived: Bool { true }

  package override func value(_ state: State) throws -> Value {
    let table = state[keyPath: keyPath]
    let slots = try withUnsafePointer(to: state) { try find($0) }.slots
    return .list(try slots.compactMap { try table.row(slot: $0).flatMap { try owner?.value(of: $0) } })
  }

  package override func write(_ state: UnsafeRawPointer, into answer: inout TapeWriter) {
    answer.write(container: base, .list)
  }

  package override func write(
    _ ask: NativeAsk, of handle: UInt64, _ state: UnsafeRawPointer, into answer: inout TapeWriter
  ) throws {
    let slots = try find(state).slots
    writeList(ask, count: slots.count, into: &answer) { owner?.write(row: slots[$0], into: &$1) }
  }

  package override func reset() { (query, found) = (nil, nil) }

  package override func shows(_ keyPath: AnyKeyPath) -> Bool {
    FieldReader<State>.overlap(keyPath, self.keyPath) || FieldReader<State>.overlap(keyPath, queryPath)
  }

  package override func forget(_ edit: Any?, seen: LuaNativeSlice) {
    if let edit = edit as? EntityEdit<Row>, let query, state()[keyPath: keyPath].isUnaffected(query, by: edit) {
      return
    }
    (query, found) = (nil, nil)
    seen.stale(base)
    isRead = false
  }
}
