extension EntityTable: Journaled {
  public typealias Edit = EntityEdit<Row>

  @inlinable public mutating func beginEdits() { isNoting = true }

  @inlinable public mutating func endEdits(_ body: (consuming EntityEdit<Row>) -> Void) {
    isNoting = false
    // Reversed and taken from the end, so that each edit is moved without retaining its row. The buffer is reused.
    notes.reverse()
    while let edit = notes.popLast() { body(edit) }
  }

  // An edit may belong to another table that was assigned in place of this one. It is skipped.
  @inlinable func has(_ slot: Int, at position: Int) -> Bool {
    row(slot: slot) != nil && position < count && self.slot(at: position) == slot
  }

  @inlinable func lacks(_ row: Row, at position: Int) -> Bool { position <= count && find(schema.key(row)) == nil }

  @inlinable public mutating func undo(_ edit: EntityEdit<Row>) {
    switch edit {
    case .set(let slot, _, _, _) where row(slot: slot) == nil: break
    case .insert(let slot, let position, _) where !has(slot, at: position): break
    case .remove(_, let position, let row) where !lacks(row, at: position): break
    case .move(let slot, let from, let to) where from >= count || !has(slot, at: to): break
    case .set(let slot, _, let old, let new): put(old, into: Int32(slot), old: new)
    case .insert(let slot, let position, _): take(Int32(slot), at: position)
    case .remove(_, let position, let row): restore(row, at: position)
    case .move(let slot, let from, let to): move(Int32(slot), from: to, to: from)
    case .replace(let old, _): content = old
    }
  }

  @inlinable public mutating func redo(_ edit: EntityEdit<Row>) {
    switch edit {
    case .set(let slot, _, _, _) where row(slot: slot) == nil: break
    case .insert(_, let position, let row) where !lacks(row, at: position): break
    case .remove(let slot, let position, _) where !has(slot, at: position): break
    case .move(let slot, let from, let to) where to >= count || !has(slot, at: from): break
    case .set(let slot, _, let old, let new): put(new, into: Int32(slot), old: old)
    case .insert(_, let position, let row): restore(row, at: position)
    case .remove(let slot, let position, _): take(Int32(slot), at: position)
    case .move(let slot, let from, let to): move(Int32(slot), from: from, to: to)
    case .replace(_, let new): content = new
    }
  }

  /// The slot that was freed last is used first. So replaying the journal in its order gives each row its former slot.
  @inlinable mutating func restore(_ row: Row, at position: Int) {
    _ = place(row, hash: schema.key(row).hashValue, at: position)
  }

  @inlinable mutating func move(_ slot: Int32, from: Int, to: Int) {
    lift(slot, from: from)
    drop(slot, at: to)
  }
}
