/// The sum of a sequence of changes in one list: the present position of each item, and which items are new.
struct NetList {
  /// A sequence of adjacent items.
  private struct Run {
    /// Their former positions, counted from 0; nil for new items.
    var origin: Range<Int>?
    /// The items, if they are new.
    var values: [Value] = []
    /// The changes inside a former item. Such a run has one item.
    var change = NetChange()
    var isMoved = false

    var count: Int { origin?.count ?? values.count }
  }

  /// Greater than the length of any list. Changes do not carry the length.
  private static let end = 1 << 40

  private var runs = [Run(origin: 0..<NetList.end)]
  /// The removed items by their former positions.
  private var removed: [Int: Value] = [:]
  /// Changes of named fields, if the table was a map or has become one.
  private var names: [PathKey: NetChange] = [:]

  /// A list that had these changes in its items.
  init(_ fields: [PathKey: NetChange]) {
    for (key, change) in fields {
      guard case .index(let position) = key else {
        names[key] = change
        continue
      }
      runs[isolate(position - 1)].change = change
    }
  }

  mutating func add(_ change: Change, depth: Int) {
    guard case .index(let position) = change.path.keys[depth] else {
      return names[change.path.keys[depth], default: NetChange()].take(change, depth: depth)
    }
    let at = position - 1
    switch change.operation {
    case .insert where depth + 1 == change.path.keys.count: insert(change.new, at: at)
    case .remove where depth + 1 == change.path.keys.count: remove(change.old, at: at)
    case .move where depth + 1 == change.path.keys.count:
      if let to = change.new.integer { move(at, to: Int(to) - 1) }
    default: edit(change, at: at, depth: depth)
    }
  }

  private mutating func edit(_ change: Change, at position: Int, depth: Int) {
    let (index, offset) = locate(position)
    if runs[index].origin != nil { return runs[isolate(position)].change.take(change, depth: depth) }
    if depth + 1 < change.path.keys.count {
      runs[index].values[offset].apply(change, depth: depth + 1)
    } else {
      runs[index].values[offset] = change.new
    }
  }

  private mutating func insert(_ value: Value, at position: Int) {
    // Adjacent insertions extend an existing run.
    let (index, offset) = locate(position)
    if offset > 0, runs[index].origin == nil { return runs[index].values.insert(value, at: offset) }
    if offset == 0, index > 0, runs[index - 1].origin == nil { return runs[index - 1].values.append(value) }
    runs.insert(Run(origin: nil, values: [value]), at: split(position))
  }

  private mutating func remove(_ value: Value, at position: Int) {
    let (index, offset) = locate(position)
    if runs[index].origin == nil { return dropNew(index, offset) }
    let run = runs.remove(at: isolate(position))
    if let origin = run.origin { removed[origin.lowerBound] = run.change.original(of: value) }
  }

  private mutating func move(_ from: Int, to: Int) {
    let (index, offset) = locate(from)
    if runs[index].origin == nil {
      let value = runs[index].values[offset]
      dropNew(index, offset)
      return insert(value, at: to)
    }
    var run = runs.remove(at: isolate(from))
    run.isMoved = true
    runs.insert(run, at: split(to))
  }

  private mutating func dropNew(_ index: Int, _ offset: Int) {
    runs[index].values.remove(at: offset)
    if runs[index].values.isEmpty { runs.remove(at: index) }
  }

  // MARK: runs

  private func locate(_ position: Int) -> (index: Int, offset: Int) {
    var start = 0
    for (index, run) in runs.enumerated() {
      if position < start + run.count { return (index, position - start) }
      start += run.count
    }
    // Only for a position after all items that a list can have.
    return (runs.count - 1, 0)
  }

  /// Splits a run so that one begins at the position; returns the index of that run.
  private mutating func split(_ position: Int) -> Int {
    let (index, offset) = locate(position)
    if offset == 0 { return index }
    var rest = runs[index]
    if let origin = rest.origin {
      runs[index].origin = origin.lowerBound..<(origin.lowerBound + offset)
      rest.origin = (origin.lowerBound + offset)..<origin.upperBound
    } else {
      rest.values = Array(rest.values[offset...])
      runs[index].values.removeSubrange(offset...)
    }
    runs.insert(rest, at: index + 1)
    return index + 1
  }

  /// Splits runs so that the item at the position is a run of its own; returns the run's index.
  private mutating func isolate(_ position: Int) -> Int {
    let index = split(position)
    if runs[index].count > 1 { _ = split(position + 1) }
    return index
  }

  // MARK: results

  func original(of present: Value) -> Value {
    var items = removed.map { ($0.key, $0.value) }
    var rest = present.items[...]
    for run in runs {
      let own = rest.prefix(run.count)
      rest = rest.dropFirst(own.count)
      guard let origin = run.origin else { continue }
      items += zip(origin, own).map { ($0, run.change.original(of: $1)) }
    }
    var value = Value.list(items.sorted { $0.0 < $1.0 }.map(\.1))
    for (key, change) in names { value[key] = change.original(of: present[key]) }
    return value
  }

  func changes(at path: Path) -> [Change] { withoutReverted.listed(at: path) }

  /// The same sum without removals that equal insertions at the same place revert: such an item counts as unmoved.
  private var withoutReverted: NetList {
    guard !removed.isEmpty, !runs.contains(where: \.isMoved) else { return self }
    var list = self
    list.runs = []
    var place = 0
    for (index, run) in runs.enumerated() {
      if let origin = run.origin {
        list.runs.append(run)
        place = origin.upperBound
        continue
      }
      let next = runs[(index + 1)...].lazy.compactMap(\.origin).first?.lowerBound ?? place
      var rest = run.values[...]
      let start = place
      while place < next, let first = rest.first, removed[place] == first {
        (rest, place) = (rest.dropFirst(), place + 1)
      }
      var end = next
      while end > place, let last = rest.last, removed[end - 1] == last { (rest, end) = (rest.dropLast(), end - 1) }
      for position in Array(start..<place) + Array(end..<next) { list.removed[position] = nil }
      if start < place { list.runs.append(Run(origin: start..<place)) }
      if !rest.isEmpty { list.runs.append(Run(origin: nil, values: Array(rest))) }
      if end < next { list.runs.append(Run(origin: end..<next)) }
      place = next
    }
    return list
  }

  private func listed(at path: Path) -> [Change] {
    func place(_ position: Int) -> Path { path.appending(.index(position + 1)) }
    let named = names.sorted { $0.key < $1.key }
    var changes = named.filter(\.value.isRemoval).flatMap { $0.value.changes(at: path.appending($0.key)) }
    // From the end, so that each item is still at its former position.
    for (position, value) in removed.sorted(by: { $0.key > $1.key }) {
      changes.append(Change(.remove, place(position), old: value))
    }
    for (from, to) in moves {
      changes.append(Change(.move, place(from), old: .integer(Int64(from + 1)), new: .integer(Int64(to + 1))))
    }
    var position = 0
    for run in runs {
      for (offset, value) in run.values.enumerated() {
        changes.append(Change(.insert, place(position + offset), new: value))
      }
      position += run.count
    }
    position = 0
    for run in runs {
      changes += run.change.changes(at: place(position))
      position += run.count
    }
    return changes + named.filter { !$0.value.isRemoval }.flatMap { $0.value.changes(at: path.appending($0.key)) }
  }

  /// Moves each moved item, in order, behind its new predecessor. The positions count only items that stay.
  private var moves: [(from: Int, to: Int)] {
    let kept = runs.filter { $0.origin != nil }
    guard kept.contains(where: \.isMoved) else { return [] }
    var current = kept.compactMap(\.origin).sorted { $0.lowerBound < $1.lowerBound }
    var moves: [(from: Int, to: Int)] = []
    var former: Range<Int>?
    for run in kept {
      if run.isMoved, let origin = run.origin, let from = current.firstIndex(of: origin) {
        current.remove(at: from)
        let to = former.flatMap(current.firstIndex).map { $0 + 1 } ?? 0
        if from != to {
          func items(before index: Int) -> Int { current[..<index].reduce(0) { $0 + $1.count } }
          moves.append((items(before: from), items(before: to)))
        }
        current.insert(origin, at: to)
      }
      former = run.origin
    }
    return moves
  }
}
