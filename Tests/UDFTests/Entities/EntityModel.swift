import UDF

/// A plain array that does slowly what a table does.
struct EntityModel: Equatable {
  typealias Order = @Sendable (Todo, Todo) -> Bool

  private(set) var rows: [Todo] = []
  /// Nil: in order of arrival.
  let isBefore: Order?

  init(rows: [Todo] = [], isBefore: Order? = nil) {
    self.rows = rows
    self.isBefore = isBefore
  }

  static func == (left: EntityModel, right: EntityModel) -> Bool { left.rows == right.rows }

  func has(_ key: Int) -> Bool { rows.contains { $0.id == key } }

  mutating func upsert(_ row: Todo) {
    if let index = rows.firstIndex(where: { $0.id == row.id }) { rows[index] = row } else { rows.append(row) }
    if let isBefore { rows.sort(by: isBefore) }
  }

  mutating func remove(_ key: Int) { rows.removeAll { $0.id == key } }

  mutating func replaceAll(_ newRows: [Todo]) {
    rows = isBefore.map { newRows.sorted(by: $0) } ?? newRows
  }

  func query(_ matches: (Todo) -> Bool, order: Order?, offset: Int, limit: Int) -> (rows: [Todo], total: Int) {
    let found = rows.filter(matches)
    let sorted = order.map { found.sorted(by: $0) } ?? found
    return (Array(sorted.dropFirst(offset).prefix(limit)), found.count)
  }

  /// Does what edits tell to a list, and checks that they tell the truth about it.
  static func applying(_ edits: [EntityEdit<Todo>], to rows: [Todo]) -> [Todo]? {
    var rows = rows
    for edit in edits {
      switch edit {
      case .set(_, let position, let old, let new):
        guard rows[position] == old else { return nil }
        rows[position] = new
      case .insert(_, let position, let row):
        rows.insert(row, at: position)
      case .remove(_, let position, let row):
        guard rows.remove(at: position) == row else { return nil }
      case .move(_, let from, let to):
        rows.insert(rows.remove(at: from), at: to)
      case .replace(let old, let new):
        guard Array(old) == rows else { return nil }
        rows = Array(new)
      }
    }
    return rows
  }
}
