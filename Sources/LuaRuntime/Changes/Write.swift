/// The place of a write to the state, and the script line that wrote it.
package struct Write {
  private let operation: Change.Operation
  package let path: Path
  /// The position that an item moved to.
  private let target: Value
  /// The number of the script line; -1 if it is not known.
  package let site: Int32

  /// Reads the kernel's `{ operation, path, from, to, site }`.
  package init?(_ value: Value) {
    guard let change = Change(value) else { return nil }
    operation = change.operation
    path = change.path
    target = change.new
    site = Int32(truncatingIfNeeded: value[5].integer ?? -1)
  }

  /// Whether this write changed the value at `place` or something inside it. If not, `place` becomes the position of
  /// that value before this write.
  package func wrote(_ place: inout Path) -> Bool {
    let list = path.keys.count - 1
    guard place.touches(path) || operation != .set else { return false }
    guard place.keys.starts(with: path.keys.dropLast()), place.keys.count > list,
      case .index(let position) = place.keys[list], case .index(let own) = path.keys[list]
    else { return place.touches(path) }
    switch operation {
    case .set: return true
    case .insert:
      if position == own { return true }
      if position > own { place.keys[list] = .index(position - 1) }
    case .remove:
      if position >= own { place.keys[list] = .index(position + 1) }
    case .move:
      let to = Int(target.integer ?? 0)
      // The inverse of the move: the moved item returns, and the items between shift back.
      if position == to {
        place.keys[list] = .index(own)
      } else {
        let without = position > to ? position - 1 : position
        place.keys[list] = .index(without >= own ? without + 1 : without)
      }
    }
    return false
  }
}
