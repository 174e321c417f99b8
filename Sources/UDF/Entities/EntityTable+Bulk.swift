import HashTreeCollections

extension EntityTable {
  /// Replaces all rows, and sorts the new ones once. A row with an existing key keeps its slot.
  ///
  ///     try todos.replaceAll(loaded)
  ///
  /// Throws if two rows have the same key.
  @inlinable public mutating func replaceAll(_ newRows: some Sequence<Row>) throws(EntityError) {
    var next = self
    var slots = ContiguousArray<Int32>()
    var isNamed = [Bool](repeating: false, count: content.cells.count)
    for row in sorted(newRows) {
      let slot = next.store(row)
      if slot < isNamed.count {
        guard !isNamed[Int(slot)] else { throw .duplicateKey(String(reflecting: schema.key(row))) }
        isNamed[Int(slot)] = true
      } else {
        isNamed.append(true)
      }
      slots.append(slot)
    }
    for slot in content.order.list.slots where !isNamed[Int(slot)] {
      next.content.keys.remove(schema.key(content[slot: slot]).hashValue, slot: slot)
      next.content.free(slot)
    }
    next.arrange(slots)
    become(next)
  }

  /// Upserts all rows. If two have the same key, the later one stays.
  ///
  ///     todos.upsert(contentsOf: loaded)
  ///
  /// If there are more new rows than existing ones, they are sorted once and recorded as one edit with all rows;
  /// otherwise each is recorded separately.
  @inlinable public mutating func upsert(contentsOf newRows: some Collection<Row>) {
    guard newRows.count >= 64, newRows.count > count else {
      for row in newRows { upsert(row) }
      return
    }
    var next = self
    var slots = ContiguousArray(content.order.list.slots)
    for row in newRows {
      let known = next.content.keys.count
      let slot = next.store(row)
      if next.content.keys.count > known { slots.append(slot) }
    }
    if !schema.order.isArrival {
      slots.sort { schema.precedes(next.content[slot: $0], next.content[slot: $1], in: schema.order) }
    }
    next.arrange(slots)
    become(next)
  }

  @inlinable func sorted(_ newRows: some Sequence<Row>) -> [Row] {
    schema.order.isArrival ? Array(newRows) : newRows.sorted { schema.precedes($0, $1, in: schema.order) }
  }

  /// Puts a row into the slot of its key, or into a free one, without a position in the order.
  @inlinable mutating func store(_ row: Row) -> Int32 {
    let key = schema.key(row)
    let hash = key.hashValue
    if let slot = find(key, hash) {
      content.cells[Int(slot)].row = row
      return slot
    }
    let slot = content.allocate(row)
    content.keys.insert(hash, slot: slot)
    return slot
  }

  /// Rebuilds the order and the indexes.
  @inlinable mutating func arrange(_ slots: ContiguousArray<Int32>) {
    content.order = SlotOrder(slots, cells: &content.cells)
    for (number, index) in schema.indexes.enumerated() {
      var groups: [IndexValue: ContiguousArray<Int32>] = [:]
      for slot in slots { index.values(content[slot: slot]) { groups[$0, default: []].append(slot) } }
      content.indexes[number] = TreeDictionary(
        uniqueKeysWithValues: groups.lazy.map { (key: $0.key, value: SlotList($0.value)) })
    }
  }

  @inlinable mutating func become(_ next: EntityTable) {
    let old = content
    content = next.content
    note { .replace(old: old, new: next.content) }
  }
}
