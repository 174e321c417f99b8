import SeededTesting
import Testing
import UDF

/// A table beside its model, with a journal, put through random actions.
struct EntityScenario {
  /// The state that undo must restore.
  struct Snapshot: Equatable {
    let rows: [Todo]
    let slots: [Int?]

    init(_ table: EntityTable<Int, Todo>) {
      rows = Array(table.rows)
      slots = table.keys.map { table.slot(of: $0) }
    }
  }

  let keys: Range<Int>
  private(set) var table: EntityTable<Int, Todo>
  private var model: EntityModel
  private var journal: [[EntityEdit<Todo>]] = []
  /// The models and tables between the entries of the journal.
  private var states: [(model: EntityModel, snapshot: Snapshot)]
  private var position = 0
  private var generator: SeededGenerator

  init(order: EntityOrder<Todo>, isBefore: EntityModel.Order?, keys: Range<Int>, filled: Int, seed: UInt64) {
    self.keys = keys
    generator = SeededGenerator(seed: seed)
    table = Todo.table(order: order)
    model = EntityModel(isBefore: isBefore)
    states = []
    for _ in 0..<filled { table.upsert(row()) }
    model.replaceAll(Array(table.rows))
    states = [(model, Snapshot(table))]
  }

  mutating func step() throws {
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: travel()
    default: try transact()
    }
    try #require(Array(table.rows) == model.rows)
    try #require(table.rows.indices.allSatisfy { table.position(of: table.row(at: $0).id) == $0 })
    try #require(table.rows.indices.allSatisfy { table.rows[$0] == model.rows[$0] })
    for _ in 0..<4 { try query() }
  }

  private mutating func transact() throws {
    let before = model.rows
    table.beginEdits()
    for _ in 0..<Int.random(in: 0...3, using: &generator) { try write() }
    var edits: [EntityEdit<Todo>] = []
    table.endEdits { edits.append($0) }
    try #require(EntityModel.applying(edits, to: before) == model.rows)
    journal.removeSubrange(position...)
    states.removeSubrange((position + 1)...)
    journal.append(edits)
    states.append((model, Snapshot(table)))
    position += 1
    try checkUnaffected(edits, before)
  }

  private mutating func write() throws {
    let row = row()
    switch Int.random(in: 0..<16, using: &generator) {
    case 0..<3:
      if model.has(row.id) {
        try #require(throws: EntityError.duplicateKey("\(row.id)")) { try table.insert(row) }
      } else {
        try table.insert(row)
        model.upsert(row)
      }
    case 3..<6:
      table.upsert(row)
      model.upsert(row)
    case 6..<10:
      if model.has(row.id) {
        try table.update(row.id) { $0 = row }
        model.upsert(row)
      } else {
        try #require(throws: EntityError.noSuchKey("\(row.id)")) { try table.update(row.id) { $0 = row } }
      }
    case 10..<13:
      try #require((table.remove(row.id) != nil) == model.has(row.id))
      model.remove(row.id)
    case 13, 14:
      let rows = (0..<[3, 80].randomElement(using: &generator)!).map { _ in self.row() }
      table.upsert(contentsOf: rows)
      for row in rows { model.upsert(row) }
    default:
      let rows = keys.shuffled(using: &generator).prefix(.random(in: keys, using: &generator)).map { self.row($0) }
      try table.replaceAll(rows)
      model.replaceAll(rows)
    }
  }

  /// Goes to any point of the journal and back to any.
  private mutating func travel() {
    let target = Int.random(in: 0...journal.count, using: &generator)
    while position > target {
      position -= 1
      for edit in journal[position].reversed() { table.undo(edit) }
    }
    while position < target {
      for edit in journal[position] { table.redo(edit) }
      position += 1
    }
    model = states[position].model
    #expect(Snapshot(table) == states[position].snapshot)
  }

  private mutating func query() throws {
    let (query, matches, order) = randomQuery()
    let expected = model.query(matches, order: order, offset: query.offset, limit: query.limit ?? .max)
    let found = try table.query(query)
    try #require(found.rows == expected.rows)
    try #require(found.total == expected.total)
  }

  /// A guarantee for kept results: a result that no edit affects stays the same object.
  private mutating func checkUnaffected(_ edits: [EntityEdit<Todo>], _ before: [Todo]) throws {
    let old = EntityModel(rows: before)
    for _ in 0..<4 {
      let (query, matches, order) = randomQuery()
      guard edits.allSatisfy({ table.isUnaffected(query, by: $0) }) else { continue }
      let limit = query.limit ?? .max
      let one = old.query(matches, order: order, offset: query.offset, limit: limit)
      let other = model.query(matches, order: order, offset: query.offset, limit: limit)
      try #require(one.rows.map(\.id) == other.rows.map(\.id))
      try #require(one.total == other.total)
    }
  }

  private mutating func randomQuery() -> (EntityQuery<Todo>, (Todo) -> Bool, EntityModel.Order?) {
    var query = EntityQuery<Todo>()
    var conditions: [(Todo) -> Bool] = []
    var order: EntityModel.Order?
    if Bool.random(using: &generator) {
      let list = Int.random(in: 0...3, using: &generator)
      query = query.where("list", is: list)
      conditions.append { $0.list == list }
    }
    if Bool.random(using: &generator) {
      query = query.where("isDone", is: true)
      conditions.append(\.isDone)
    }
    if Int.random(in: 0..<3, using: &generator) == 0 {
      query = query.where("tags", is: "red")
      conditions.append { $0.tags.contains("red") }
    }
    if Int.random(in: 0..<4, using: &generator) == 0 {
      query = query.matching("milk")
      conditions.append { $0.title.lowercased().contains("milk") }
    }
    if Int.random(in: 0..<4, using: &generator) == 0 {
      query = query.filter { $0.id.isMultiple(of: 2) }
      conditions.append { $0.id.isMultiple(of: 2) }
    }
    if Int.random(in: 0..<3, using: &generator) == 0 {
      query = query.sorted(.descending(\.title))
      order = { ($1.title, $0.id) < ($0.title, $1.id) }
    }
    if Bool.random(using: &generator) {
      query = query.page(
        offset: .random(in: 0...[5, keys.count / 2].randomElement(using: &generator)!, using: &generator),
        limit: .random(in: 0...9, using: &generator))
    }
    return (query, { row in conditions.allSatisfy { $0(row) } }, order)
  }

  private mutating func row(_ key: Int? = nil) -> Todo {
    Todo(
      id: key ?? .random(in: keys, using: &generator),
      title: ["milk", "Bread", "MILK tea"].randomElement(using: &generator)!,
      list: [nil, 0, 1, 2].randomElement(using: &generator)!, isDone: .random(using: &generator),
      tags: [[], ["red"], ["red", "old"], ["old", "red", "red"]].randomElement(using: &generator)!)
  }
}
