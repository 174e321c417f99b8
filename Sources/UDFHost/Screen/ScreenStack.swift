import LuaRuntime
import UDF

/// The screens on the navigation path: their view states, their events, and the effects that end with them.
final class ScreenStack: GenerationAdopter, ScreenOwner {
  let machine: LuaMachine
  let dispatcher: Dispatcher
  let viewEvents: ViewEvents
  let derivations: Derivations
  private let effects: EffectScheduler
  private let events: EventHub
  /// The processor time in seconds that one function of a scene may use.
  let budget: Double
  private var path = ScreenPath()
  /// The present path while the host shows a past one.
  private var livePath: ScreenPath?
  private(set) var generation: Generation?
  /// The view states of the screens that were read, by the screens' ids.
  private(set) var views: [Int: (screen: ScreenInstance, view: DerivedValue)] = [:]

  init(dispatcher: Dispatcher, derivations: Derivations, budget: Double) {
    machine = dispatcher.machine
    self.dispatcher = dispatcher
    viewEvents = ViewEvents(dispatcher: dispatcher, budget: budget)
    self.derivations = derivations
    effects = dispatcher.effects
    events = dispatcher.events
    self.budget = budget
    dispatcher.screens = self
  }

  func adopt(_ generation: Generation?) {
    self.generation = generation
    viewEvents.adopt(generation)
    views = [:]
    takePath()
  }

  /// The app's flow; nil if it has none.
  var flow: FlowDefinition? { generation?.flow }

  /// The screens on the path, with the visible one last; empty if the app has no flow.
  var screens: [ScreenInstance] { path.screens }

  /// Returns the view state of a screen by its id, or of the top screen. Throws a ``HostError`` if there is none or it
  /// fails.
  func screenState(of id: Int? = nil) throws(HostError) -> Value {
    let (screen, scene) = try shown(id)
    do throws(LuaError) {
      guard let view = try view(of: screen, scene) else { return .none }
      return try derivations.current(view, .view, scene.name)
    } catch { throw HostError(error, subject: "view of the scene \(scene.name)", place: scene.place) }
  }

  private func view(of screen: ScreenInstance, _ scene: SceneDefinition) throws(LuaError) -> DerivedValue? {
    // After an undo, another screen may have the id.
    if let known = views[screen.id], known.screen == screen { return known.view }
    guard let makeView = generation?.sceneViews else { return nil }
    let arguments: [Value] = [.string(scene.name), .map(screen.params)]
    try machine.run(makeView, arguments, phase: .view, budget: budget)
    guard let function = machine.result(1) else { return nil }
    let view = DerivedValue(function)
    views[screen.id] = (screen, view)
    return view
  }

  /// Raises an event of a screen's scene, such as `tap`; without an id, of the top screen. The effects that it starts
  /// are cancelled with the screen. Throws a ``HostError`` if there is no such screen or event, or its action is
  /// refused; returns false if the event maps to no action.
  func raise(_ event: String, _ fields: Record = [:], on id: Int? = nil) throws -> Bool {
    let (screen, scene) = try shown(id)
    return try raise(event, of: scene, fields, on: screen)
  }

  /// Raises `scene.event` on the screen with an id if it shows the scene, else on the topmost screen that does. Returns
  /// nil if there is no such event of a scene.
  func sceneEvent(_ name: String, _ fields: Record, on id: Int? = nil) throws -> Bool? {
    let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
    guard parts.count == 2, let generation, let scene = generation.scene(parts[0]) else { return nil }
    let showing = path.screens.filter { screen in
      generation.scene(of: screen).map { generation.shows($0.name, scene.name) } ?? false
    }
    guard let screen = showing.last(where: { $0.id == id }) ?? showing.last else {
      throw HostError(usage: "\(name): no screen on the path shows the scene \(scene.name)")
    }
    return try raise(parts[1], of: scene, fields, on: screen)
  }

  private func shown(_ id: Int?) throws(HostError) -> (ScreenInstance, SceneDefinition) {
    guard let screen = path.screens.last(where: { id == nil || $0.id == id }), let scene = generation?.scene(of: screen)
    else {
      let ids = path.screens.suffix(8).map { "\($0.id)" }.joined(separator: ", ")
      throw HostError(
        usage: path.screens.isEmpty
          ? "this app has no flow, so no screen is shown"
          : "no screen on the path has the id \(id ?? 0); there are \(ids)")
    }
    return (screen, scene)
  }

  private func raise(
    _ event: String, of scene: SceneDefinition, _ fields: Record, on screen: ScreenInstance,
    origin: Origin = .event, owner: Int? = nil
  ) throws -> Bool {
    let name = "\(scene.name).\(event)"
    guard let target = scene.events[event] else {
      let known = scene.events.keys
      throw HostError(usage: "\(name): \(scene.name) has no event \"\(event)\".\(didYouMean(event, among: known))")
    }
    let (owner, given) = (owner ?? screen.id, screen.id == path.screens.last?.id ? (name, fields) : nil)
    if let target {
      let taken = declaredFields(of: target)
      var all = Record(screen.params.filter { taken?.contains($0.key) ?? true }.map { ($0.key, $0.value) })
      for (key, value) in fields { all[key] = value }
      return try viewEvents.raise(target, all, origin: origin, screen: owner, of: given)
    }
    guard let function = generation?.sceneEvents[name] else { return false }
    let results: [Value]
    do throws(LuaError) {
      results = try machine.call(
        function, [.map(fields), .map(screen.params)], phase: .event, budget: budget)
    } catch { throw HostError(error, subject: "event \(name)", notes: ["No event was raised."], place: scene.place) }
    func wrong(_ problem: String) -> HostError {
      HostError(
        LuaError(reason: .raised, message: problem), subject: "event \(name)", notes: ["No event was raised."],
        place: machine.definition(of: function).map { ScriptPosition(file: $0.file, line: $0.line) })
    }
    func follow(_ target: String, _ fields: Record) throws -> Bool {
      do {
        return try viewEvents.raise(target, fields, origin: origin, screen: owner, of: given)
      } catch let error as HostError where error.code == "usage" { throw wrong(error.message) }
    }
    switch (results.first ?? .none, results.count > 1 ? results[1] : .none) {
    case (.none, _):
      events.emit(.log(level: "info", message: "\(name): no event", fields: [:]))
      return false
    case (.string(let target), .none): return try follow(target, [:])
    case (.string(let target), .map(let all)): return try follow(target, all)
    case (let result, _):
      throw wrong("must return a feature's event and a table of fields, or nothing; returned \(result.shown)")
    }
  }

  /// Returns the fields of the action to which an event of a feature maps; nil: any fields.
  private func declaredFields(of event: String) -> [String]? {
    let parts = event.split(separator: ".", maxSplits: 1).map(String.init)
    guard let feature = generation?.features.first(where: { $0.name == parts[0] }),
      case .action(let name)? = feature.events[parts[1]]
    else { return nil }
    let tree = dispatcher.tree
    let id = tree.actions.number(of: feature.fullType(of: name))
    return id.flatMap { tree.actions[$0].schema?.fields.map(\.name) }
  }

  // MARK: lifetimes

  func contains(_ screen: Int) -> Bool { path.contains(screen) }

  /// Cancels the effects of removed screens, and raises `disappear` and `appear` on removed and added ones.
  func didNavigate() {
    let tree = dispatcher.tree
    let difference = path.follow(tree.lastChanges) ?? path.take(recordedPath)
    forget(difference.left, by: tree.last.n)
    for screen in difference.left { notify(screen, "disappear", owner: 0) }
    for screen in difference.came { notify(screen, "appear", owner: screen.id) }
  }

  /// Raises `appear` on every screen of the path, when the flow starts.
  func appear() { for screen in path.screens { notify(screen, "appear", owner: screen.id) } }

  /// Applies a change of the path that is not by an action. Raises no event, whose action would prevent a redo.
  func takePath() { forget(path.take(recordedPath).left) }

  /// Applies the path after a rebase. Returns the removed screens, for ``forget(_:by:)``.
  func followRebase() -> [ScreenInstance] { path.take(recordedPath).left }

  /// Shows the path of a past point. The effects of other screens are not cancelled.
  func showPast() {
    if livePath == nil { livePath = path }
    _ = path.take(recordedPath)
  }

  /// Shows the path of before ``showPast()`` again.
  func returnToLive() {
    if let livePath { path = livePath }
    livePath = nil
  }

  /// Throws if the present state cannot be shown; `what` names the command in the error.
  func checkState(for what: String) throws(HostError) {
    guard let flow,
      let screen = recordedPath.items.map(ScreenInstance.init).first(where: { flow.route($0.route) == nil })
    else { return }
    throw HostError(
      usage: """
        \(what): it would bring back a screen of the route "\(screen.route)", which was removed
          To fix this, add the route again, or continue from here
        """)
  }

  /// The path in the state.
  var recordedPath: Value {
    guard flow != nil else { return .none }
    return (try? machine.read([.string(FlowDefinition.feature), "path"])) ?? .none
  }

  /// - Parameter action: the number of the action that removed them; 0: none.
  func forget(_ screens: [ScreenInstance], by action: Int = 0) {
    if screens.isEmpty { return }
    effects.cancel(screens: screens.map(\.id), by: action)
    for screen in screens { views[screen.id] = nil }
  }

  /// Raises an event if the scene has it.
  private func notify(_ screen: ScreenInstance, _ event: String, owner: Int) {
    guard let scene = generation?.scene(of: screen), scene.events[event] != nil else { return }
    do { _ = try raise(event, of: scene, [:], on: screen, origin: .effect, owner: owner) } catch {
      // A refused action was already reported.
      if let error = error as? HostError, error != dispatcher.refusal { events.emit(.error(error, action: nil)) }
    }
  }
}
