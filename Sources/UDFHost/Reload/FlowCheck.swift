import LuaRuntime

/// Checks an app's flow and scenes against all of its features.
struct FlowCheck {
  private let generation: Generation
  private var features: [FeatureDefinition] { generation.features }
  private var scenes: [SceneDefinition] { generation.scenes }

  init(_ generation: Generation) { self.generation = generation }

  /// Throws an error with the position if something is wrong.
  func check() throws(HostError) {
    for scene in scenes { try check(scene) }
    guard let flow = generation.flow else { return }
    let names = scenes.map(\.name)
    for route in flow.routes where !names.contains(route.scene) {
      throw route.problem("there is no scene \"\(route.scene)\".\(didYouMean(route.scene, among: names))")
    }
    for (index, route) in flow.routes.enumerated() {
      guard let link = route.link else { continue }
      for other in flow.routes.dropFirst(index + 1) {
        guard let same = other.link, link.takesSameLinks(as: same) else { continue }
        let text = "its link \(same) matches the same links as \(link) of the route \(route.name)"
        throw other.problem("\(text)\n  To fix this, give one of them another path")
      }
    }
    for handler in flow.handlers where !handler.isFinish { try check(handler) }
  }

  private func check(_ scene: SceneDefinition) throws(HostError) {
    let names = features.map(\.name)
    for path in scene.model {
      let keys = path.split(separator: ".").map(String.init)
      if keys[0] == "view" {
        let views = features.filter(\.hasView).map(\.name)
        guard keys.count > 1 else {
          throw scene.problem(
            "model: \"view\" is the view state of all features. To fix this, name one: \"view.\(views.first ?? "NAME")\""
          )
        }
        guard keys.count == 2, views.contains(keys[1]) else {
          let name = keys.dropFirst().joined(separator: ".")
          throw scene.problem("model: \"\(path)\": no feature \"\(name)\" has a view.\(didYouMean(name, among: views))")
        }
      } else if keys[0] == FlowDefinition.feature {
        throw scene.problem(
          "model: \"\(path)\": only the flow can read the navigation path; a screen receives its data as params")
      } else if let feature = features.first(where: { $0.name == keys[0] }) {
        if keys.count > 1, let problem = generation.problem(ofField: keys[1], in: feature) {
          throw scene.problem("model: \"\(path)\": \(problem)")
        }
      } else {
        throw scene.problem(
          "model: \"\(path)\": there is no feature \"\(keys[0])\".\(didYouMean(keys[0], among: names))")
      }
    }
    let known = scenes.map(\.name)
    for child in scene.renders where !known.contains(child) {
      throw scene.problem("renders: there is no scene \"\(child)\".\(didYouMean(child, among: known))")
    }
    for (name, target) in scene.events.sorted(by: { $0.key < $1.key }) {
      guard let target else { continue }
      let parts = target.split(separator: ".", maxSplits: 1).map(String.init)
      if parts.count == 2, features.contains(where: { $0.name == parts[0] && $0.events[parts[1]] != nil }) { continue }
      let events = features.flatMap { feature in feature.events.keys.map { "\(feature.name).\($0)" } }
      throw scene.problem("events.\(name): no feature has the event \"\(target)\".\(didYouMean(target, among: events))")
    }
  }

  /// Checks that the event is a screen event. Actions and outputs of use cases belong to features, not to flows.
  private func check(_ handler: HandlerDefinition) throws(HostError) {
    let event = handler.event
    let parts = event.split(separator: event.contains("/") ? "/" : ".", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { throw handler.problem("a screen event is written \"feature.event\"") }
    let (owner, name) = (parts[0], parts[1])
    guard let feature = features.first(where: { $0.name == owner }) else {
      if let found = features.first(where: { $0.outputs[owner]?.contains(name) == true }) {
        throw handler.problem(output(name, of: owner, in: found))
      }
      throw handler.problem(
        "there is no feature \"\(owner)\".\(didYouMean(owner, among: features.map(\.name)))")
    }
    if !event.contains("/"), feature.emits.values.contains(name) { return }
    if let action = feature.ownActions.first(where: { $0 == name }) {
      throw handler.problem(
        """
        "\(owner)/\(action)" is an action of \(owner), and a flow listens to screen events
          To fix this, let \(owner) emit a screen event: \(advice(action))
        """)
    }
    if let (usecase, _) = feature.outputs.sorted(by: { $0.key < $1.key }).first(where: { $0.value.contains(name) }) {
      throw handler.problem(output(name, of: usecase, in: feature))
    }
    // The events that a function returns are known only when it runs.
    guard !feature.emits.values.contains(nil) else { return }
    let known = feature.emits.values.compactMap(\.self)
    throw handler.problem("\(owner) emits no event \"\(name)\".\(didYouMean(name, among: known))")
  }

  private func output(_ name: String, of usecase: String, in feature: FeatureDefinition) -> String {
    """
    "\(name)" is an output of the use case \(usecase), and a flow listens to screen events
      To fix this, let \(feature.name) emit a screen event: \(advice("ACTION"))
    """
  }

  private func advice(_ action: String) -> String { "emits = { \(action) = \"EVENT\" }" }
}
