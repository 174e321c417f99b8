import Testing
import UDF

@Suite("Entity tables")
struct EntityTableTests {
  let milk = Todo(id: 2, title: "Fresh milk", list: 1)
  let bread = Todo(id: 3, title: "Bread", list: 1)
  let call = Todo(id: 1, title: "Call home", list: 2)

  func refusal(_ body: () throws -> Void) -> String? {
    do { try body() } catch { return "\(error)" }
    return nil
  }

  @Test("rows are found by key, by position and in order of arrival")
  func reading() throws {
    var table = Todo.table()
    for todo in [milk, bread, call] { try table.insert(todo) }
    #expect(table.count == 3)
    #expect(table[3] == bread)
    #expect(table[4] == nil)
    #expect(table.position(of: 1) == 2)
    #expect(table.position(of: 4) == nil)
    #expect(table.row(at: 0) == milk)
    #expect(Array(table.rows) == [milk, bread, call])
    #expect(Array(table.keys) == [2, 3, 1])
  }

  @Test(
    "rows are in the declared order, equal ones in the order of their keys",
    arguments: [
      (EntityOrder<Todo>.arrival, [2, 3, 1]), (.key, [1, 2, 3]), (.descendingKey, [3, 2, 1]),
      (.ascending(\.title), [3, 1, 2]), (.descending(\.title), [2, 1, 3]),
      (.by { ($0.list ?? 0) > ($1.list ?? 0) }, [1, 2, 3]),
    ])
  func order(_ order: EntityOrder<Todo>, _ keys: [Int]) throws {
    var one = Todo.table(order: order)
    for todo in [milk, bread, call] { try one.insert(todo) }
    #expect(Array(one.keys) == keys)
    #expect(try one == Todo.table(order: order, [milk, bread, call]))
  }

  @Test("an insertion of an existing key is refused and nothing changes")
  func duplicate() throws {
    var table = try Todo.table([milk])
    let text = refusal { try table.insert(Todo(id: 2)) }
    #expect(
      text == """
        there is already a row with the key 2
          To fix this, give the row a key of its own, or upsert it
        """)
    #expect(Array(table.rows) == [milk])
  }

  @Test("an upsert replaces the whole row and keeps its place")
  func upsert() throws {
    var table = try Todo.table([milk, bread])
    table.upsert(Todo(id: 2, title: "Oat milk"))
    table.upsert(call)
    #expect(Array(table.rows) == [Todo(id: 2, title: "Oat milk"), bread, call])
  }

  @Test("an update of a missing row is refused")
  func updateMissing() throws {
    var table = try Todo.table([milk])
    let text = refusal { try table.update(9) { $0.isDone = true } }
    #expect(
      text == """
        there is no row with the key 9
          To fix this, insert the row first, or upsert it
        """)
  }

  @Test("an update that changes the key is refused and nothing changes")
  func updateKey() throws {
    var table = try Todo.table([milk])
    let text = refusal { try table.update(2) { $0.id = 5 } }
    #expect(
      text == """
        an update changed the key 2 to 5
          To fix this, remove the row and insert it with its new key
        """)
    #expect(Array(table.rows) == [milk])
  }

  @Test("an update that throws changes nothing")
  func updateThrows() throws {
    struct Failure: Error {}
    var table = try Todo.table([milk])
    #expect(throws: Failure.self) {
      try table.update(2) {
        $0.title = "half"
        throw Failure()
      }
    }
    #expect(Array(table.rows) == [milk])
  }

  @Test("a removed row is returned, and its slot is reused")
  func remove() throws {
    var table = try Todo.table([milk, bread, call])
    let slot = table.slot(of: 3)
    #expect(table.remove(3) == bread)
    #expect(table.remove(3) == nil)
    #expect(Array(table.rows) == [milk, call])
    #expect(try table.row(slot: #require(slot)) == nil)
    try table.insert(bread)
    #expect(table.slot(of: 3) == slot)
    #expect(Array(table.rows) == [milk, call, bread])
  }

  @Test("two rows with one key do not replace a table's rows")
  func replaceDuplicates() throws {
    var table = try Todo.table([milk])
    let text = refusal { try table.replaceAll([bread, call, Todo(id: 3)]) }
    #expect(
      text == """
        there is already a row with the key 3
          To fix this, give the row a key of its own, or upsert it
        """)
    #expect(Array(table.rows) == [milk])
  }

  @Test("a row that exists before and after a replacement of all rows keeps its slot")
  func replaceKeepsSlots() throws {
    var table = try Todo.table([milk, bread])
    let slot = table.slot(of: 3)
    try table.replaceAll([call, Todo(id: 3, title: "Rye bread")])
    #expect(table.slot(of: 3) == slot)
    #expect(Array(table.keys) == [1, 3])
  }

  @Test("writes to one copy do not affect the other")
  func copies() throws {
    var table = try Todo.table((0..<10_000).map { Todo(id: $0) })
    let before = table
    try table.update(5_000) { $0.isDone = true }
    table.remove(7)
    try table.insert(Todo(id: -1))
    #expect(Array(before.rows) == (0..<10_000).map { Todo(id: $0) })
    #expect(table[5_000]?.isDone == true && table[7] == nil && table[-1] != nil)
  }
}
