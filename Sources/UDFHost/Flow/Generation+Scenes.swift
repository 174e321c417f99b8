extension Generation {
  func scene(_ name: String) -> SceneDefinition? { scenes.first { $0.name == name } }

  func scene(of screen: ScreenInstance) -> SceneDefinition? { flow?.route(screen.route).flatMap { scene($0.scene) } }

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
}
