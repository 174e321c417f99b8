import Testing
import UDF

@Suite("Entity queries")
struct EntityQueryTests {
  let table: EntityTable<Int, Todo>
  let milk = Todo(id: 1, title: "Fresh milk", list: 1)

  init() throws {
    table = try Todo.table([
      milk, Todo(id: 2, title: "Bread", list: 1, isDone: true), Todo(id: 3, title: "Call home", list: nil),
      Todo(id: 4, title: "Goat milk", list: 2), Todo(id: 5, title: "Soap", list: 1),
    ])
  }

  func keys(_ query: EntityQuery<Todo>) throws -> [Int] { try table.query(query).rows.map(\.id) }

  @Test("rows are found by the values of indexes, in the order of the table")
  func byIndex() throws {
    #expect(try keys(EntityQuery().where("list", is: 1)) == [1, 2, 5])
    #expect(try keys(EntityQuery().where("list", is: 1).where("isDone", is: false)) == [1, 5])
    #expect(try keys(EntityQuery().where("list", is: 9)) == [])
    #expect(try keys(EntityQuery().where("list", is: "one")) == [])
  }

  @Test("a row is found under each item of a list, once")
  func byEach() throws {
    var table = try Todo.table([
      Todo(id: 1, tags: ["red", "old", "red"]), Todo(id: 2), Todo(id: 3, list: 1, tags: ["red"]),
    ])
    func keys(_ query: EntityQuery<Todo>) throws -> [Int] { try table.query(query).rows.map(\.id) }
    #expect(try keys(EntityQuery().where("tags", is: "red")) == [1, 3])
    #expect(try keys(EntityQuery().where("tags", is: "red").where("list", is: 1)) == [3])
    #expect(try keys(EntityQuery().where("tags", is: ["red"])) == [])
    try table.update(1) { $0.tags = ["new", "old"] }
    #expect(try keys(EntityQuery().where("tags", is: "red")) == [3])
    #expect(try keys(EntityQuery().where("tags", is: "old")) == [1])
    table.remove(3)
    #expect(try keys(EntityQuery().where("tags", is: "red")) == [])
  }

  @Test("a page contains the number of all matching rows")
  func page() throws {
    let result = try table.query(EntityQuery().where("list", is: 1).page(offset: 1, limit: 1))
    #expect(result.rows.map(\.id) == [2])
    #expect(result.total == 3)
    #expect(try keys(EntityQuery().page(offset: 3, limit: nil)) == [4, 5])
    #expect(try keys(EntityQuery().page(offset: 9, limit: 5)) == [])
    #expect(try keys(EntityQuery().page(offset: -1, limit: -1)) == [])
    #expect(try keys(EntityQuery().page(offset: .max, limit: .max).sorted(.key)) == [])
  }

  @Test("rows are found by words and by a predicate")
  func byText() throws {
    #expect(try keys(EntityQuery().matching("MILK")) == [1, 4])
    #expect(try keys(EntityQuery().matching("milk go")) == [4])
    #expect(try keys(EntityQuery().matching(" ")) == [1, 2, 3, 4, 5])
    #expect(try keys(EntityQuery().where("list", is: 1).filter { $0.title.count == 4 }) == [5])
  }

  @Test("a query may have its own order")
  func sorted() throws {
    #expect(try keys(EntityQuery().where("list", is: 1).sorted(.ascending(\.title))) == [2, 1, 5])
    #expect(try keys(EntityQuery().sorted(.descendingKey).page(offset: 1, limit: 2)) == [4, 3])
    #expect(try keys(EntityQuery().sorted(.arrival)) == [1, 2, 3, 4, 5])
  }

  @Test("an unknown index is refused with a list of the known ones")
  func unknownIndex() throws {
    let error = #expect(throws: EntityError.self) { try table.query(EntityQuery().where("lists", is: 1)) }
    #expect(
      error?.description == """
        there is no index "lists"
          To fix this, use one of the table's indexes: list, isDone, tags
        """)
    let plain = EntityTable(key: \Todo.id)
    let other = #expect(throws: EntityError.self) { try plain.query(EntityQuery().where("list", is: 1)) }
    #expect(
      other?.description == """
        there is no index "list"
          To fix this, declare it when the table is made
        """)
  }

  @Test("a text is refused if the table has no text search")
  func noText() throws {
    let error = #expect(throws: EntityError.self) {
      try EntityTable(key: \Todo.id).query(EntityQuery().matching("milk"))
    }
    #expect(
      error?.description == """
        the rows cannot be searched by text
          To fix this, declare `text` when the table is made
        """)
  }

  @Test("an edit that does not affect a query leaves its result unchanged")
  func unaffected() {
    var done = milk
    done.isDone = true
    var elsewhere = milk
    elsewhere.list = 7
    var renamed = milk
    renamed.title = "Milk"
    let query = EntityQuery<Todo>().where("list", is: 1)
    func isUnaffected(_ query: EntityQuery<Todo>, _ new: Todo) -> Bool {
      table.isUnaffected(query, by: .set(slot: 0, position: 0, old: milk, new: new))
    }
    #expect(isUnaffected(query, done))
    #expect(!isUnaffected(query, elsewhere))
    #expect(isUnaffected(query.where("isDone", is: true).where("list", is: 2), done))
    #expect(isUnaffected(query.matching("milk"), renamed))
    #expect(!isUnaffected(query.matching("fresh"), renamed))
    #expect(!isUnaffected(query.sorted(.ascending(\.title)), renamed))
    #expect(!table.isUnaffected(query, by: .remove(slot: 0, position: 0, row: milk)))
    #expect(table.isUnaffected(query, by: .insert(slot: 9, position: 5, row: Todo(id: 9, list: 2))))
  }
}
