/// The order of all rows: a list of slots that also knows where a slot stands, because each cell names its block.
///
/// Blocks move as others come and go; their names stay, so that no cell has to be written for it.
@usableFromInline
struct SlotOrder: Sendable {
  @usableFromInline var list: SlotList
  /// The name of each block.
  @usableFromInline var names: ContiguousArray<Int32>
  /// The block of each name.
  @usableFromInline var named: ContiguousArray<Int32>
  @usableFromInline var spareNames: ContiguousArray<Int32> = []

  @inlinable init() {
    list = SlotList()
    names = [0]
    named = [0]
  }

  @inlinable init<Row>(_ slots: ContiguousArray<Int32>, cells: inout PagedArray<EntityCell<Row>>) {
    list = SlotList(slots)
    names = ContiguousArray(0..<Int32(list.blocks.count))
    named = names
    for block in list.blocks.indices { settle(block, &cells) }
  }

  @inlinable func block<Row>(of slot: Int32, _ cells: PagedArray<EntityCell<Row>>) -> Int {
    Int(named[Int(cells[Int(slot)].home)])
  }

  @inlinable func position<Row>(of slot: Int32, _ cells: PagedArray<EntityCell<Row>>) -> Int {
    let index = block(of: slot, cells)
    return Int(list.starts[index]) + offset(of: slot, in: list.blocks[index])
  }

  @inlinable func offset(of slot: Int32, in block: SlotList.Block) -> Int {
    // Rows that came together have slots in a row: mostly the first look finds it.
    let guess = Int(slot) - Int(block[0])
    if block.indices.contains(guess), block[guess] == slot { return guess }
    return block.withUnsafeBufferPointer { slots in
      var offset = 0
      // Eight at a time without a branch between them, which the compiler makes one comparison of vectors.
      while offset + 8 <= slots.count {
        var isHere = false
        for step in 0..<8 { isHere = isHere != (slots[offset + step] == slot) }
        if isHere { break }
        offset += 8
      }
      while slots[offset] != slot { offset += 1 }
      return offset
    }
  }

  @inlinable mutating func insert<Row>(_ slot: Int32, at position: Int, _ cells: inout PagedArray<EntityCell<Row>>) {
    if let added = list.makeRoom(at: position) {
      let name = spareNames.popLast() ?? Int32(named.count)
      if Int(name) == named.count { named.append(0) }
      names.insert(name, at: added)
      rename(from: added)
      settle(added, &cells)
    }
    let block = list.insert(slot, at: position)
    cells[Int(slot)].home = names[block]
  }

  @inlinable mutating func remove(at position: Int) {
    guard let gone = list.remove(at: position) else { return }
    spareNames.append(names.remove(at: gone))
    rename(from: gone)
  }

  @inlinable mutating func rename(from first: Int) {
    for block in first..<names.count { named[Int(names[block])] = Int32(block) }
  }

  /// Tells the cells of a block where they are now.
  @inlinable func settle<Row>(_ block: Int, _ cells: inout PagedArray<EntityCell<Row>>) {
    for slot in list.blocks[block] { cells[Int(slot)].home = names[block] }
  }
}
