import HashTreeCollections

/// The rows of an ``EntityTable`` at one moment, in order.
///
///     for todo in todos.rows { print(todo.title) }
///
/// It shares storage with the table, so taking it costs nothing, and the table's next write copies one page.
public struct EntityRows<Row> {
  @usableFromInline var cells = PagedArray<EntityCell<Row>>()
  @usableFromInline var firstFree: Int32 = -1
  @usableFromInline var order = SlotOrder()
  @usableFromInline var keys = SlotHash()
  /// For each index, the slots of each value in the order of the table.
  @usableFromInline var indexes: ContiguousArray<TreeDictionary<IndexValue, SlotList>>

  @inlinable init(indexCount: Int) { indexes = ContiguousArray(repeating: [:], count: indexCount) }

  @inlinable subscript(slot slot: Int32) -> Row { cells[Int(slot)].row! }

  @inlinable func position(of slot: Int32) -> Int { order.position(of: slot, cells) }

  /// Returns the position of a slot in a list of some slots in the same order, or the position where it belongs.
  @inlinable func position(of slot: Int32, in list: SlotList) -> Int {
    let block = order.block(of: slot, cells)
    let position = position(of: slot)
    return list.firstPosition { other in
      let otherBlock = order.block(of: other, cells)
      return otherBlock == block ? self.position(of: other) < position : otherBlock < block
    }
  }

  /// Puts a row into a free slot, without a position in the order.
  @inlinable mutating func allocate(_ row: Row) -> Int32 {
    guard firstFree >= 0 else {
      cells.append(EntityCell(row: row, home: -1))
      return Int32(cells.count - 1)
    }
    let slot = firstFree
    firstFree = cells[Int(slot)].home
    cells[Int(slot)].row = row
    return slot
  }

  @inlinable mutating func free(_ slot: Int32) {
    cells[Int(slot)] = EntityCell(row: nil, home: firstFree)
    firstFree = slot
  }
}

extension EntityRows {
  /// An upper bound of all slots.
  package var slotLimit: Int { cells.count }
  package func row(slot: Int) -> Row? { slot < cells.count ? cells[slot].row : nil }
}

extension EntityRows: RandomAccessCollection {
  @inlinable public var startIndex: Int { 0 }
  @inlinable public var endIndex: Int { order.list.count }
  @inlinable public subscript(position: Int) -> Row { self[slot: order.list[position]] }

  @inlinable public func makeIterator() -> some IteratorProtocol<Row> {
    order.list.slots.lazy.map { self[slot: $0] }.makeIterator()
  }
}

extension EntityRows: Equatable where Row: Equatable {
  @inlinable public static func == (left: EntityRows, right: EntityRows) -> Bool { left.elementsEqual(right) }
}

extension EntityRows: Sendable where Row: Sendable {}
