extension EntityTable {
  /// Adds a row. Throws if its key already exists.
  @inlinable public mutating func insert(_ row: Row) throws(EntityError) {
    let key = schema.key(row)
    let hash = key.hashValue
    guard find(key, hash) == nil else { throw .duplicateKey(String(reflecting: key)) }
    add(row, hash)
  }

  /// Adds a row, or replaces the one with its key.
  @inlinable public mutating func upsert(_ row: Row) {
    let key = schema.key(row)
    let hash = key.hashValue
    if let slot = find(key, hash) { set(row, in: slot, old: content[slot: slot]) } else { add(row, hash) }
  }

  /// Changes a row in place. If the body throws or changes the key, which is an error, the row is not changed.
  @inlinable public mutating func update(_ key: Key, _ body: (inout Row) throws -> Void) throws {
    guard let slot = find(key) else { throw EntityError.noSuchKey(String(reflecting: key)) }
    let old = content[slot: slot]
    var row = old
    try body(&row)
    let newKey = schema.key(row)
    guard newKey == key else {
      throw EntityError.keyChanged(from: String(reflecting: key), to: String(reflecting: newKey))
    }
    set(row, in: slot, old: old)
  }

  /// Replaces the row with a key by the result of `body`, with the same key; nil keeps it. Returns whether it exists.
  @inlinable package mutating func replace(_ key: Key, by body: (Row) throws -> Row?) rethrows -> Bool {
    guard let slot = find(key) else { return false }
    let old = content[slot: slot]
    if let row = try body(old) { set(row, in: slot, old: old) }
    return true
  }

  /// Removes the row with a key. Returns it if it existed.
  @inlinable @discardableResult public mutating func remove(_ key: Key) -> Row? {
    guard let slot = find(key) else { return nil }
    let row = content[slot: slot]
    let position = content.position(of: slot)
    take(slot, at: position)
    note { .remove(slot: Int(slot), position: position, row: row) }
    return row
  }

  @inlinable mutating func add(_ row: Row, _ hash: Int) {
    let position = position(for: row)
    let slot = place(row, hash: hash, at: position)
    note { .insert(slot: Int(slot), position: position, row: row) }
  }

  @inlinable mutating func set(_ row: Row, in slot: Int32, old: Row) {
    let staysInPlace = schema.isSamePlace(old, row, in: schema.order)
    // The position is only computed where needed, because this takes as long as the edit itself.
    let from = isNoting || !staysInPlace ? content.position(of: slot) : 0
    put(row, into: slot, old: old)
    note { .set(slot: Int(slot), position: from, old: old, new: row) }
    guard !staysInPlace else { return }
    lift(slot, from: from)
    let to = position(for: row)
    drop(slot, at: to)
    if to != from { note { .move(slot: Int(slot), from: from, to: to) } }
  }

  @inlinable mutating func note(_ edit: () -> EntityEdit<Row>) { if isNoting { notes.append(edit()) } }
}
