import HashTreeCollections

extension EntityTable {
  /// Returns the rows that a query selects. Throws if the table does not have the named index, or has no `text`.
  ///
  /// The cost of a query for one value of an index depends on the size of its page. A query that tests or sorts rows
  /// visits all rows with the value that the fewest rows have.
  @inlinable public func query(_ query: EntityQuery<Row>) throws(EntityError) -> EntityResult<Row> {
    let (slots, total) = try slots(query)
    return EntityResult(rows: slots.map { content[slot: Int32($0)] }, total: total)
  }

  /// Whether a query returns the same rows in the same order before and after one edit.
  ///
  ///     if !todos.isUnaffected(query, by: edit) { page = try todos.query(query) }
  @inlinable public func isUnaffected(_ query: EntityQuery<Row>, by edit: EntityEdit<Row>) -> Bool {
    // A query that throws has no result to compare.
    guard let tests = try? tests(of: query) else { return false }
    func matches(_ row: Row) -> Bool { tests.allSatisfy { $0.holds(row) } }
    switch edit {
    case .insert(_, _, let row), .remove(_, _, let row):
      return !matches(row)
    case .set(_, _, let old, let new):
      let isFound = matches(new)
      return matches(old) == isFound && (!isFound || schema.isSamePlace(old, new, in: query.order ?? schema.order))
    case .move:
      return true  // the preceding `set` covers this
    case .replace:
      return false
    }
  }

  /// Does the same as ``query(_:)``, and returns slots instead of rows.
  @inlinable package func slots(_ query: EntityQuery<Row>) throws(EntityError) -> (slots: [Int], total: Int) {
    var tests = try tests(of: query)
    var candidates = content.order.list
    // The index value with the fewest rows selects the candidates, and the other tests are applied to each.
    if let rarest = tests.indices.min(by: { tests[$0].count < tests[$1].count }), let rows = tests[rarest].rows {
      candidates = rows
      tests.remove(at: rarest)
    }
    let offset = max(0, query.offset)
    let limit = max(0, query.limit ?? .max)
    if tests.isEmpty, query.order == nil {
      let rest = candidates.count - min(offset, candidates.count)
      return ((0..<min(limit, rest)).map { Int(candidates[offset + $0]) }, candidates.count)
    }
    let matching = candidates.slots.lazy.filter { slot in tests.allSatisfy { $0.holds(content[slot: slot]) } }
    return query.order.map { page(of: matching, in: $0, offset, limit) } ?? page(of: matching, offset, limit)
  }

  @inlinable func page(of matching: some Sequence<Int32>, _ offset: Int, _ limit: Int) -> (slots: [Int], total: Int) {
    var page: [Int] = []
    var total = 0
    for slot in matching {
      if total >= offset, page.count < limit { page.append(Int(slot)) }
      total += 1
    }
    return (page, total)
  }

  /// Keeps only the rows up to the end of the page, so that a page of a million rows does not sort all of them.
  @inlinable func page(
    of matching: some Sequence<Int32>, in order: EntityOrder<Row>, _ offset: Int, _ limit: Int
  ) -> (slots: [Int], total: Int) {
    func precedes(_ left: Int32, _ right: Int32) -> Bool {
      schema.precedes(content[slot: left], content[slot: right], in: order)
    }
    // Limited to the number of rows, so that large numbers do not overflow.
    let wanted = min(offset, count) + min(limit, count - min(offset, count))
    var best: [Int32] = []
    var last: Int32?
    var total = 0
    for slot in matching {
      total += 1
      if let last, !precedes(slot, last) { continue }
      best.append(slot)
      if best.count == 2 * wanted + 64 {
        best.sort(by: precedes)
        best.removeLast(best.count - wanted)
        last = best.last
      }
    }
    best.sort(by: precedes)
    return (best.dropFirst(offset).prefix(limit).map(Int.init), total)
  }

  @inlinable func tests(of query: EntityQuery<Row>) throws(EntityError) -> [EntityTest<Row>] {
    var tests: [EntityTest<Row>] = []
    for (name, value) in query.values.sorted(by: { $0.key < $1.key }) {
      guard let number = schema.indexes.firstIndex(where: { $0.name == name }) else {
        throw .unknownIndex(name, known: schema.indexes.map(\.name))
      }
      let rows = content.indexes[number][value] ?? SlotList()
      tests.append(EntityTest(rows: rows, holds: schema.indexes[number].test(value)))
    }
    if let text = query.text {
      guard let matches = schema.text else { throw .noText }
      tests.append(EntityTest { matches($0, text) })
    }
    if let predicate = query.predicate { tests.append(EntityTest(holds: predicate)) }
    return tests
  }
}
