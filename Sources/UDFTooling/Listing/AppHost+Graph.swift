import UDFHost

extension AppHost {
  /// The app's features, actions, effects, services, flow and scenes with their connections.
  public var graph: AppGraph {
    guard isOnOwner() else { return AppGraph() }
    var graph = AppGraph()
    let history = history
    let seen = history.reduce(into: [:]) { $0[$1.type, default: 0] += 1 }
    let features = features
    for feature in features { _ = graph.add(.feature, feature.name, file: feature.file, line: feature.line) }
    for type in actionTypes { add(type, seen[type] ?? 0, features, to: &graph) }
    add(history, to: &graph)
    if let flow { add(flow, to: &graph) }
    return graph
  }

  private func add(_ type: String, _ seen: Int, _ features: [FeatureInfo], to graph: inout AppGraph) {
    let answers = answers(to: type)
    let first = answers.first { $0.kind == .reducer }
    let action = graph.add(.action, type, file: first?.file, line: first?.line)
    for answer in answers {
      switch answer.kind {
      case .event: break
      case .reducer:
        let feature = graph.add(.feature, answer.feature)
        graph.connect(action, feature, .handles, seen: seen)
      case .effect:
        let effect = graph.add(.effect, "\(type) in \(answer.feature)", file: answer.file, line: answer.line)
        graph.connect(action, effect, .starts, seen: seen)
        for service in features.first(where: { $0.name == answer.feature })?.uses ?? [] {
          graph.connect(effect, graph.add(.service, service), .calls)
        }
      case .emits:
        graph.connect(action, graph.add(.flow, "flow"), .sends, seen: seen)
      }
    }
  }

  /// Adds the causes from the history: an edge from the action's effects if it has any, else from the action.
  private func add(_ history: [ActionRecord], to graph: inout AppGraph) {
    let types = Dictionary(history.map { ($0.n, $0.type) }, uniquingKeysWith: { first, _ in first })
    var counts: [[String]: Int] = [:]
    for record in history {
      if let cause = record.cause.flatMap({ types[$0] }) { counts[[cause, record.type], default: 0] += 1 }
    }
    for (pair, count) in counts.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      let cause = graph.add(.action, pair[0])
      let effects = graph.edges.filter { $0.from == cause && $0.kind == .starts }.map(\.to)
      graph.connect(effects.first ?? cause, graph.add(.action, pair[1]), .sends, seen: count)
    }
  }

  private func add(_ flow: FlowInfo, to graph: inout AppGraph) {
    let node = graph.add(.flow, "flow")
    for route in flow.routes { graph.connect(node, graph.add(.scene, route.scene), .shows) }
    for scene in flow.scenes {
      let outer = graph.add(.scene, scene.name)
      for inner in scene.renders { graph.connect(outer, graph.add(.scene, inner), .shows) }
    }
  }
}
