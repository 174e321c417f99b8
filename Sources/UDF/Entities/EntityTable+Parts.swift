import HashTreeCollections

// The steps of every write, undo and redo. They do not record edits.
extension EntityTable {
  /// Adds a new row in a slot and at a position.
  @inlinable mutating func place(_ row: Row, hash: Int, at position: Int) -> Int32 {
    let slot = content.allocate(row)
    content.keys.insert(hash, slot: slot)
    drop(slot, at: position)
    return slot
  }

  /// Removes a row from order and indexes, and frees its slot.
  @inlinable mutating func take(_ slot: Int32, at position: Int) {
    let row = content[slot: slot]
    lift(slot, from: position)
    content.keys.remove(schema.key(row).hashValue, slot: slot)
    content.free(slot)
  }

  /// Replaces the row in a slot by another one with the same key, at the same position.
  @inlinable mutating func put(_ row: Row, into slot: Int32, old: Row) {
    for index in schema.indexes.indices where !schema.indexes[index].isSame(old, row) {
      detach(slot, old, from: index)
      attach(slot, row, to: index)
    }
    content.cells[Int(slot)].row = row
  }

  /// Removes a row from the order and the indexes.
  @inlinable mutating func lift(_ slot: Int32, from position: Int) {
    for index in schema.indexes.indices { detach(slot, content[slot: slot], from: index) }
    content.order.remove(at: position)
  }

  /// Adds a row to the order and the indexes.
  @inlinable mutating func drop(_ slot: Int32, at position: Int) {
    content.order.insert(slot, at: position, &content.cells)
    for index in schema.indexes.indices { attach(slot, content[slot: slot], to: index) }
  }

  @inlinable mutating func attach(_ slot: Int32, _ row: Row, to index: Int) {
    schema.indexes[index].values(row) { value in
      // The position is computed before the write: a second reference to the list during the write would copy it.
      guard let position = content.indexes[index][value].map({ content.position(of: slot, in: $0) }) else {
        content.indexes[index][value] = SlotList([slot])
        return
      }
      content.indexes[index][value]!.add(slot, at: position)
    }
  }

  @inlinable mutating func detach(_ slot: Int32, _ row: Row, from index: Int) {
    schema.indexes[index].values(row) { value in
      guard let position = content.indexes[index][value].map({ content.position(of: slot, in: $0) }) else { return }
      if content.indexes[index][value]!.count == 1 {
        content.indexes[index][value] = nil
      } else {
        content.indexes[index][value]!.remove(at: position)
      }
    }
  }

  /// Returns the position of a row in the order.
  @inlinable func position(for row: Row) -> Int {
    let list = content.order.list
    // Rows that arrive in order are appended without a search.
    if schema.order.isArrival || list.count == 0 || schema.precedes(content[list.count - 1], row, in: schema.order) {
      return list.count
    }
    return list.firstPosition { schema.precedes(content[slot: $0], row, in: schema.order) }
  }
}
