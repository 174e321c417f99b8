import Platform

/// An ordered list of slots in blocks of at most 512. Reading, inserting or removing at any position touches one block
/// and the start positions of the later ones.
@usableFromInline
struct SlotList: Sendable {
  @usableFromInline typealias Block = ContiguousArray<Int32>

  @usableFromInline static var blockLimit: Int { 512 }

  /// There is always at least one block, and only a single block may be empty.
  @usableFromInline var blocks: ContiguousArray<Block>
  /// The number of slots before each block.
  @usableFromInline var starts: ContiguousArray<Int32>
  @usableFromInline var count: Int

  /// Blocks are filled partly, so that the next inserts do not split them.
  @inlinable init(_ slots: ContiguousArray<Int32> = []) {
    let size = SlotList.blockLimit * 3 / 4
    count = slots.count
    starts = [0]
    blocks = [Block(slots.prefix(size))]
    for start in stride(from: size, to: slots.count, by: size) {
      starts.append(Int32(start))
      blocks.append(Block(slots[start..<min(start + size, slots.count)]))
    }
  }

  @inlinable subscript(position: Int) -> Int32 {
    let block = block(at: position)
    return blocks[block][position - Int(starts[block])]
  }

  @inlinable var slots: FlattenSequence<ContiguousArray<Block>> { blocks.joined() }

  /// Returns the block that contains a position.
  @inlinable func block(at position: Int) -> Int { lastBlock { $0 <= position } }

  /// Returns the block for an insertion at a position; at a boundary the earlier block, so that appending fills it.
  @inlinable func block(taking position: Int) -> Int { max(0, lastBlock { $0 < position }) }

  @inlinable func lastBlock(_ startsThere: (Int) -> Bool) -> Int {
    starts.partitioningIndex { !startsThere(Int($0)) } - 1
  }

  /// Returns the position of the first slot for which `isBefore` returns false.
  @inlinable func firstPosition(notBefore isBefore: (_ slot: Int32) -> Bool) -> Int {
    let block = blocks.dropFirst().partitioningIndex { !isBefore($0[0]) } - 1
    return Int(starts[block]) + blocks[block].partitioningIndex { !isBefore($0) }
  }

  /// Splits the block for an insertion at a position if it is full. Returns the number of the new block.
  @inlinable mutating func makeRoom(at position: Int) -> Int? {
    let block = block(taking: position)
    guard blocks[block].count == SlotList.blockLimit else { return nil }
    // When slots are appended, full blocks stay full.
    let kept = position == count ? SlotList.blockLimit - 1 : SlotList.blockLimit / 2
    blocks.insert(Block(blocks[block][kept...]), at: block + 1)
    blocks[block].removeSubrange(kept...)
    starts.insert(starts[block] + Int32(kept), at: block + 1)
    return block + 1
  }

  /// Inserts a slot into a block with space. Returns the block.
  @inlinable mutating func insert(_ slot: Int32, at position: Int) -> Int {
    let block = block(taking: position)
    blocks[block].insert(slot, at: position - Int(starts[block]))
    count += 1
    for later in (block + 1)..<max(block + 1, starts.count) { starts[later] += 1 }
    return block
  }

  /// Inserts a slot when the caller does not need its block.
  @inlinable mutating func add(_ slot: Int32, at position: Int) {
    _ = makeRoom(at: position)
    _ = insert(slot, at: position)
  }

  /// Removes a slot. Returns its block and whether the block was removed too.
  @inlinable @discardableResult mutating func remove(at position: Int) -> (block: Int, isGone: Bool) {
    let block = block(at: position)
    blocks[block].remove(at: position - Int(starts[block]))
    count -= 1
    for later in (block + 1)..<max(block + 1, starts.count) { starts[later] -= 1 }
    guard blocks[block].isEmpty, blocks.count > 1 else { return (block, false) }
    blocks.remove(at: block)
    starts.remove(at: block)
    return (block, true)
  }
}
