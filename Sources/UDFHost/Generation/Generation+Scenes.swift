extension Generation {
  func scene(_ name: String) -> SceneDefinition? { scenes.first { $0.name == name } }

  package func scene(of screen: ScreenInstance) -> SceneDefinition? {
    flow?.route(screen.route).flatMap { scene($0.scene) }
  }

  /// Whether one scene is the other or renders it, directly or through other scenes.
  func shows(_ whole: String, _ part: String) -> Bool {
    var seen: Set<String> = []
    var rest = [whole]
    while let name = rest.popLast() {
      if name == part { return true }
      if seen.insert(name).inserted { rest += scene(name)?.renders ?? [] }
    }
    return false
  }

  /// Returns the state of `nav` with a screen of the new start in place of a screen of the former start, if the former
  /// route was removed; nil if the first screen stays.
  func restarted(_ state: Value, from former: FlowDefinition?) -> Value? {
    guard let flow, let former, case .map(var state) = state, case .list(var path) = state["path"],
      let first = path.first, first["route"] == .string(former.start), flow.route(former.start) == nil
    else { return nil }
    let id = (state["last"].integer ?? 0) + 1
    path[0] = ["route": .string(flow.start), "params": [:], "id": .integer(Int64(id))]
    state["path"] = .list(path)
    state["last"] = .integer(Int64(id))
    return .map(state)
  }

  /// Throws if a screen on the path has no route in this generation. `screens` are on the path unless the generation
  /// begins with a state that contains a path.
  func checkPath(_ screens: [ScreenInstance]) throws(HostError) {
    guard let flow else { return }
    let kept = contents[FlowDefinition.feature]?["path"].items.map(ScreenInstance.init)
    for (index, screen) in (kept ?? screens).enumerated() where flow.route(screen.route) == nil {
      throw HostError(
        load: """
          the route "\(screen.route)" was removed, but screen \(index + 1) of the path shows it
            To fix this, add it again, leave the screen first, or begin again from the initial state: :reload!
          """, at: flow.place)
    }
  }
}
