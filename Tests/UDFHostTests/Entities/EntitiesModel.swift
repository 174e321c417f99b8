import UDFHost

/// The expected rows of `udf.entities`, in a list that is sorted at each reading.
struct EntitiesModel: Equatable {
  var rows: [Record] = []
  var query: Record = [:]

  static func precedes(_ left: Record, _ right: Record, by fields: [String]) -> Bool {
    for field in fields {
      let name = field.hasPrefix("-") ? String(field.dropFirst()) : field
      let (a, b) = (rank(left[name]), rank(right[name]))
      if a != b { return field.hasPrefix("-") ? b.lexicographicallyPrecedes(a) : a.lexicographicallyPrecedes(b) }
    }
    return false
  }

  /// Absent, numbers, strings.
  private static func rank(_ value: Value) -> [Int] {
    switch value {
    case .integer(let number): [1, Int(number)]
    case .string(let text): [2] + text.utf8.map { Int($0) + 1 }
    default: [0]
    }
  }

  func sorted(by fields: [String]) -> [Record] {
    rows.enumerated().sorted { left, right in
      if Self.precedes(left.element, right.element, by: fields) { return true }
      if Self.precedes(right.element, left.element, by: fields) { return false }
      // Ties stand in order of key, a table without an order in that of arrival.
      return fields.isEmpty
        ? left.offset < right.offset : Self.precedes(left.element, right.element, by: ["id"])
    }.map(\.element)
  }

  /// What the query finds, before its page.
  func matching(order: [String]) -> [Record] {
    let sort: [String] =
      if case .list(let fields) = query["sort"] { fields.map { "\($0)".filter { $0 != "\"" } } } else { order }
    return sorted(by: sort).filter { row in
      if case .map(let wanted) = query["where"], wanted.contains(where: { row[$0.key] != $0.value }) { return false }
      if case .string(let text) = query["text"] {
        guard case .string(let title) = row["title"] else { return false }
        return text.split(separator: " ").allSatisfy { title.lowercased().contains($0.lowercased()) }
      }
      return true
    }
  }

  func results(order: [String]) -> [Record] {
    let found = matching(order: order)
    let offset = if case .integer(let number) = query["offset"] { Int(number) } else { 0 }
    let limit = if case .integer(let number) = query["limit"] { Int(number) } else { found.count }
    return Array(found.dropFirst(offset).prefix(limit))
  }

  mutating func upsert(_ row: Record) {
    guard let place = rows.firstIndex(where: { $0["id"] == row["id"] }) else { return rows.append(row) }
    for (key, value) in row { rows[place][key] = value }
  }
}
