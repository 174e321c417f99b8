import LuaRuntime

/// The screens on the path at the last notification of observers.
struct ScreenPath {
  private(set) var screens: [ScreenInstance] = []
  private var ids: Set<Int> = []

  /// The screens that were removed from the path and added to it, in the order of the path.
  struct Difference {
    var left: [ScreenInstance]
    var came: [ScreenInstance]
  }

  /// Applies the changes of an action. The cost depends on the number of changes, not on the length of the path. If the
  /// action changed more than single entries, does nothing and returns nil.
  mutating func follow(_ changes: [Change]) -> Difference? {
    // Changes inside a screen's entry do not replace the screen.
    let steps = changes.filter { change in
      let keys = change.path.keys
      return (2...3).contains(keys.count) && keys[0] == .key(FlowDefinition.feature) && keys[1] == .key("path")
    }
    guard steps.allSatisfy({ $0.path.keys.count == 3 && $0.operation != .move }) else { return nil }
    var difference = Difference(left: [], came: [])
    for step in steps {
      guard case .index(let position) = step.path.keys[2], (1...screens.count + 1).contains(position) else { continue }
      if step.operation != .insert, position <= screens.count { leave(at: position - 1, &difference) }
      if step.operation != .remove, step.new != .none {
        let screen = ScreenInstance(step.new)
        screens.insert(screen, at: position - 1)
        ids.insert(screen.id)
        difference.came.append(screen)
      }
    }
    return difference
  }

  private mutating func leave(at index: Int, _ difference: inout Difference) {
    let screen = screens.remove(at: index)
    ids.remove(screen.id)
    difference.left.append(screen)
  }

  func contains(_ id: Int) -> Bool { ids.contains(id) }

  /// Replaces the screens by the whole present path.
  mutating func take(_ path: Value) -> Difference {
    let now = path.items.map(ScreenInstance.init)
    func others(than known: [ScreenInstance], in all: [ScreenInstance]) -> [ScreenInstance] {
      let known = Dictionary(known.map { ($0.id, $0) }) { first, _ in first }
      return all.filter { known[$0.id] != $0 }
    }
    defer {
      screens = now
      ids = Set(now.map(\.id))
    }
    return Difference(left: others(than: now, in: screens), came: others(than: screens, in: now))
  }
}
