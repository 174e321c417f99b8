import HashTreeCollections

extension EntityTable {
  /// Puts the rows in place of all there are, sorting them once; a row whose key was there keeps its slot.
  ///
  /// Two rows with one key are refused.
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

  /// Upserts every row; of two with one key the later one stays.
  ///
  /// More than are there already are sorted once, and noted as one edit that holds all rows; fewer are noted one by one.
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

  /// Puts a row into the slot of its key, or a free one, without its place in the order.
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

  /// Makes order and indexes anew.
  @inlinable mutating func arrange(_ slots: ContiguousArray<Int32>) {
    content.order = SlotOrder(slots, cells: &content.cells)
    for (number, index) in schema.indexes.enumerated() {
      var groups: [IndexValue: ContiguousArray<Int32>] = [:]
      for slot in slots {
        index.values(content[slot: slot]) { groups[$0, default: []].append(slot) }
      }
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
