extension Generation {
  func scene(_ name: String) -> SceneDefinition? { scenes.first { $0.name == name } }

  package func scene(of screen: ScreenInstance) -> SceneDefinition? {
    flow?.route(screen.route).flatMap { scene($0.scene) }
  }

  /// Whether one scene is the other or renders it, itself or by others.
  func shows(_ whole: String, _ part: String) -> Bool {
    var seen: Set<String> = []
    var rest = [whole]
    while let name = rest.popLast() {
      if name == part { return true }
      if seen.insert(name).inserted { rest += scene(name)?.renders ?? [] }
    }
    return false
  }

  /// Throws if a screen on the path has no route in this generation. `screens` are on the path unless the generation begins
  /// from another one.
  func checkPath(_ screens: [ScreenInstance]) throws(HostError) {
    guard let flow else { return }
    let kept = contents[FlowDefinition.feature]?["path"].items.map(ScreenInstance.init)
    for (index, screen) in (kept ?? screens).enumerated() where flow.route(screen.route) == nil {
      throw HostError(
        load: """
          the route "\(screen.route)" is gone, and screen \(index + 1) of the path is of it
            To fix this, bring it back, leave the screen first, or begin again from the initial state: :reload!
          """, at: flow.place)
    }
  }
}
