import UDFHost

/// Makes the graph of an app.
struct GraphBuilder {
  /// An effect with its node.
  private struct Effect {
    var node: String
    var feature: String
    var calls: WrittenCalls
    var file: String?
    var line: Int?
  }

  private(set) var graph = AppGraph()
  private let host: AppHost
  private let history: [ActionRecord]
  private let source: AppSource
  /// The services that the effects of a feature may call.
  private let uses: [String: [String]]
  /// The effects of each action.
  private var effects: [String: [Effect]] = [:]

  init(_ host: AppHost) {
    self.host = host
    history = host.history
    source = AppSource(host)
    let seen = history.reduce(into: [:]) { $0[$1.type, default: 0] += 1 }
    let features = host.features
    uses = Dictionary(features.map { ($0.name, $0.uses) }, uniquingKeysWith: { first, _ in first })
    for feature in features { _ = graph.add(.feature, feature.name, file: feature.file, line: feature.line) }
    let types = host.actionTypes
    for type in types { addAction(type, seen[type] ?? 0) }
    for type in types { addEffects(of: type, seen[type] ?? 0) }
    for feature in features {
      add(source.features[feature.name] ?? WrittenCalls(), from: "feature \(feature.name)")
    }
    addCauses()
    addFlow()
  }

  // MARK: actions and effects

  private mutating func addAction(_ type: String, _ seen: Int) {
    let answers = host.answers(to: type)
    let place = answers.first { $0.kind == .reducer } ?? answers.first { $0.kind == .effect }
    let action = graph.add(.action, type, file: place?.file, line: place?.line)
    for answer in answers where answer.kind == .reducer {
      graph.connect(action, graph.add(.feature, answer.feature), .handles, seen: seen)
    }
    if answers.contains(where: { $0.kind == .emits }) {
      graph.connect(action, addFlowNode(), .sends, seen: seen)
    }
  }

  private mutating func addEffects(of type: String, _ seen: Int) {
    for answer in host.answers(to: type) where answer.kind == .effect {
      let uses = uses[answer.feature] ?? []
      let node = graph.add(.effect, "\(type) in \(answer.feature)", file: answer.file, line: answer.line)
      graph.connect("action \(type)", node, .starts, seen: seen)
      let key = AppSource.EffectKey(feature: answer.feature, type: type)
      // The source shows nothing of an effect in Swift.
      var calls = source.effects[key] ?? WrittenCalls(isOpen: true)
      // A service in Lua may call other services, which the effect itself does not call.
      let made = host.calls(ofEffectOf: type, in: answer.feature).filter { uses.contains($0.key) }
      calls.services.formUnion(calls.isOpen ? uses : Array(made.keys))
      add(calls, from: node, made: made)
      effects[type, default: []].append(
        Effect(node: node, feature: answer.feature, calls: calls, file: answer.file, line: answer.line))
    }
  }

  private mutating func add(_ calls: WrittenCalls, from node: String, made: [String: Int] = [:]) {
    for type in calls.sends.sorted() { graph.connect(node, graph.add(.action, type), .sends) }
    for service in calls.services.sorted() {
      let place = source.services[service]
      graph.connect(
        node, graph.add(.service, service, file: place?.file, line: place?.line), .calls, seen: made[service] ?? 0)
    }
  }

  // MARK: causes

  /// Adds the causes of the history: an edge from the effect that has sent the action, if it can be found, else from the
  /// action that is the cause.
  private mutating func addCauses() {
    let types = Dictionary(history.map { ($0.n, $0.type) }, uniquingKeysWith: { first, _ in first })
    for record in history {
      guard let cause = record.cause.flatMap({ types[$0] }) else { continue }
      let sender = sender(of: record, causedBy: cause)
      graph.connect(sender ?? graph.add(.action, cause), graph.add(.action, record.type), .sends, seen: 1)
    }
  }

  /// Returns the node of the effect that has sent an action: the only effect whose source can send it, or the effect
  /// whose function is the last one before the sending line. nil if there is no such effect.
  private func sender(of record: ActionRecord, causedBy cause: String) -> String? {
    let candidates = effects[cause] ?? []
    let writing = candidates.filter { $0.calls.sends.contains(record.type) }
    let possible = writing.isEmpty ? candidates.filter(\.calls.isOpen) : writing
    if possible.count == 1 { return possible[0].node }
    guard let place = record.site.flatMap({ ScriptPosition(site: .string($0)) }) else { return nil }
    let before = possible.filter { $0.file == place.file && $0.line ?? .max <= place.line }
    return before.max { $0.line ?? 0 < $1.line ?? 0 }?.node
  }

  // MARK: the flow

  private mutating func addFlowNode() -> String {
    let place = host.loadedApp.flow?.place
    return graph.add(.flow, "flow", file: place?.file, line: place?.line)
  }

  private mutating func addFlow() {
    guard let flow = host.flow else { return }
    let node = addFlowNode()
    let scenes = host.loadedApp.scenes
    for scene in scenes { _ = graph.add(.scene, scene.name, file: scene.place?.file, line: scene.place?.line) }
    for route in flow.routes { graph.connect(node, graph.add(.scene, route.scene), .shows) }
    for scene in scenes {
      for inner in scene.renders { graph.connect("scene \(scene.name)", graph.add(.scene, inner), .shows) }
      for event in Set(scene.events.values.compactMap(\.self)).sorted() {
        guard let type = host.action(ofEvent: event) else { continue }
        let seen = history.count { $0.event == event && $0.type == type }
        graph.connect("scene \(scene.name)", graph.add(.action, type), .sends, seen: seen)
      }
    }
  }
}
