import LuaRuntime

/// Where something was written to the state, and by which line of a script; from the kernel's `{ operation, path, from, to,
/// site }`.
struct Write {
  let operation: Change.Operation
  let path: Path
  /// The position that an item moved to.
  private let target: Value
  /// -1: it is not known.
  let site: Int32

  init?(_ value: Value) {
    guard let change = Change(value) else { return nil }
    operation = change.operation
    path = change.path
    target = change.new
    site = Int32(truncatingIfNeeded: value[5].integer ?? -1)
  }

  /// Whether it wrote what stood at `place` after it, or something inside. If not, `place` becomes where that stood before.
  func wrote(_ place: inout Path) -> Bool {
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
      // Taken back: what stands where it went came from its old position, and those between have stepped aside.
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
