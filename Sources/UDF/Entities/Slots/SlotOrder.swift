/// The order of all rows: a list of slots that finds positions, because each cell contains the name of its block.
///
/// Blocks move when other blocks are added or removed. Their names stay the same, so that no cell must be updated.
@usableFromInline
struct SlotOrder: Sendable {
  @usableFromInline var list: SlotList
  /// The name of each block.
  @usableFromInline var names: ContiguousArray<Int32>
  /// The number of the block with each name.
  @usableFromInline var named: ContiguousArray<Int32>
  @usableFromInline var spareNames: ContiguousArray<Int32> = []
  /// For each block whose slots have consecutive numbers, as those of rows that were added together, its first slot;
  /// nil for other blocks. The position of a slot in such a block is known without reading the block.
  @usableFromInline var runs: ContiguousArray<Int32?>

  @inlinable init() {
    list = SlotList()
    names = [0]
    named = [0]
    runs = [nil]
  }

  @inlinable init<Row>(_ slots: ContiguousArray<Int32>, cells: inout PagedArray<EntityCell<Row>>) {
    list = SlotList(slots)
    names = ContiguousArray(0..<Int32(list.blocks.count))
    named = names
    runs = ContiguousArray(repeating: nil, count: names.count)
    for block in list.blocks.indices { settle(block, &cells) }
  }

  @inlinable func block<Row>(of slot: Int32, _ cells: PagedArray<EntityCell<Row>>) -> Int {
    Int(named[Int(cells[Int(slot)].home)])
  }

  @inlinable func position<Row>(of slot: Int32, _ cells: PagedArray<EntityCell<Row>>) -> Int {
    let block = block(of: slot, cells)
    let offset = runs[block].map { Int(slot - $0) } ?? offset(of: slot, in: list.blocks[block])
    return Int(list.starts[block]) + offset
  }

  @inlinable func offset(of slot: Int32, in block: SlotList.Block) -> Int {
    block.withUnsafeBufferPointer { slots in
      var offset = 0
      // Eight comparisons without branches, which the compiler turns into one vector comparison.
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
      runs.insert(nil, at: added)
      rename(from: added)
      settle(added, &cells)
    }
    let block = list.insert(slot, at: position)
    cells[Int(slot)].home = names[block]
    let count = list.blocks[block].count
    if count == 1 {
      runs[block] = slot
    } else if position < Int(list.starts[block]) + count - 1 || runs[block].map({ Int(slot - $0) }) != count - 1 {
      runs[block] = nil
    }
  }

  @inlinable mutating func remove(at position: Int) {
    let (block, isGone) = list.remove(at: position)
    runs[block] = nil
    guard isGone else { return }
    runs.remove(at: block)
    spareNames.append(names.remove(at: block))
    rename(from: block)
  }

  @inlinable mutating func rename(from first: Int) {
    for block in first..<names.count { named[Int(names[block])] = Int32(block) }
  }

  /// Updates the cells of a block with the block's name.
  @inlinable mutating func settle<Row>(_ block: Int, _ cells: inout PagedArray<EntityCell<Row>>) {
    let slots = list.blocks[block]
    for slot in slots { cells[Int(slot)].home = names[block] }
    runs[block] = slots.first.flatMap { first in slots.elementsEqual(first..<first + Int32(slots.count)) ? first : nil }
  }
}
