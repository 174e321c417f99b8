import UDF

struct Todo: Equatable, Sendable {
  var id: Int
  var title = "todo"
  var list: Int? = 0
  var isDone = false
  var tags: [String] = []

  static func table(order: EntityOrder<Todo> = .arrival) -> EntityTable<Int, Todo> {
    EntityTable(
      key: \.id, order: order,
      indexes: [
        EntityIndex("list", by: \.list), EntityIndex("isDone") { $0.isDone }, EntityIndex("tags", byEach: \.tags),
      ],
      text: { todo, query in query.matches(todo.title) })
  }

  static func table(order: EntityOrder<Todo> = .arrival, _ todos: [Todo]) throws -> EntityTable<Int, Todo> {
    var table = table(order: order)
    try table.replaceAll(todos)
    return table
  }
}
