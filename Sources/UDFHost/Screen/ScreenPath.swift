import LuaRuntime

/// The screens on the path that were reported.
struct ScreenPath {
  private(set) var screens: [ScreenInstance] = []
  private var ids: Set<Int> = []

  /// What came onto the path and what left it, from the first screen to the last.
  struct Difference {
    var left: [ScreenInstance]
    var came: [ScreenInstance]
  }

  /// Follows an action. What it costs goes by what that changed, however long the path is. Nil, and nothing is done, if it
  /// changed more than single entries.
  mutating func follow(_ changes: [Change]) -> Difference? {
    // What is kept with a screen makes it no other one.
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

  /// Takes the whole path as it is now.
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
