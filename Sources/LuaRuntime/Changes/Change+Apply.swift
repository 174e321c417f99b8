extension Value {
  /// Applies a change. The keys of its path from `depth` on lead from this value to the place.
  package mutating func apply(_ change: Change, depth: Int = 0) {
    let key = change.path.keys[depth]
    if depth + 1 < change.path.keys.count {
      var inner = self[key]
      // The value is changed in place only while nothing else references it.
      self[key] = .boolean(false)
      inner.apply(change, depth: depth + 1)
      self[key] = inner
      return
    }
    switch (change.operation, key) {
    case (.set, _): self[key] = change.new
    case (.insert, .index(let position)):
      var items = takeItems(upTo: position - 1)
      items.insert(change.new, at: position - 1)
      self = .list(items)
    case (.remove, .index(let position)):
      var items = takeItems(upTo: position)
      items.remove(at: position - 1)
      self = .list(items)
    case (.move, .index(let position)):
      var items = takeItems(upTo: max(position, Int(change.new.integer ?? 1)))
      let item = items.remove(at: position - 1)
      items.insert(item, at: Int(change.new.integer ?? 1) - 1)
      self = .list(items)
    default: break
    }
  }

  /// The value under a key, or `.none`. Setting a name makes the value a map; setting a position makes it a list.
  package subscript(key: PathKey) -> Value {
    get {
      switch key {
      case .key(let name): self[name]
      case .index(let position): position >= 1 && position <= items.count ? items[position - 1] : .none
      }
    }
    set {
      switch key {
      case .key(let name):
        var record = Record()
        if case .map(let own) = self { record = own } else if newValue == .none { return }
        self = .none
        record[name] = newValue
        self = .map(record)
      case .index(let position):
        var items = takeItems(upTo: position)
        items[position - 1] = newValue
        while items.last == Value.none { items.removeLast() }
        self = .list(items)
      }
    }
  }

  /// Moves the items out, padded with `.none` up to `count`.
  private mutating func takeItems(upTo count: Int) -> [Value] {
    var items = items
    self = .none
    while items.count < count { items.append(.none) }
    return items
  }
}
