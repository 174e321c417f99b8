import LuaRuntime
import UDF

/// The screens on the path: what they show, and the events that happen on them.
extension AppHost {
  /// The screens on the path, the one that is seen last; none if the app has no flow.
  public var screens: [ScreenInstance] { path.screens }

  /// The view state of a screen, by its id; without one, of the top screen. Throws a ``HostError`` if there is no such screen
  /// or its scene fails.
  public func screenState(of id: Int? = nil) throws(HostError) -> Value {
    let (screen, scene) = try shown(id)
    do throws(LuaError) {
      guard let view = try view(of: screen, scene) else { return .none }
      return try current(view, .view, scene.name)
    } catch { throw HostError(error, subject: "view of the scene \(scene.name)", place: scene.place) }
  }

  private func view(of screen: ScreenInstance, _ scene: SceneDefinition) throws(LuaError) -> DerivedValue? {
    // After undo another screen may have the id.
    if let known = current.screenStates[screen.id], known.screen == screen { return known.view }
    guard let views = current.sceneViews else { return nil }
    let arguments: [Value] = [.string(scene.name), .map(screen.params)]
    try machine.run(views, arguments, phase: .view, budget: configuration.timeBudget)
    guard let function = machine.result(1) else { return nil }
    let view = DerivedValue(function)
    current.screenStates[screen.id] = (screen, view)
    return view
  }

  /// Raises an event of a screen's scene, `tap`; without an id, of the top screen. The effects that follow from it end with
  /// the screen. Throws a ``HostError`` if there is no such screen or event, or its action is refused; returns false if it
  /// comes to no action.
  @discardableResult
  public func raise(_ event: String, _ fields: Record = [:], on id: Int? = nil) throws -> Bool {
    let (screen, scene) = try shown(id)
    return try raise(event, of: scene, fields, on: screen)
  }

  /// `scene.event`, on the screen with an id if it shows the scene, else on the topmost one that does; nil if it is no event
  /// of a scene.
  func sceneEvent(_ name: String, _ fields: Record, on id: Int? = nil) throws -> Bool? {
    let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
    guard parts.count == 2, let scene = current.scene(parts[0]) else { return nil }
    let showing = path.screens.filter { screen in
      current.scene(of: screen).map { current.shows($0.name, scene.name) } ?? false
    }
    guard let screen = showing.last(where: { $0.id == id }) ?? showing.last else {
      throw HostError(code: "usage", message: "\(name): no screen on the path shows the scene \(scene.name)")
    }
    return try raise(parts[1], of: scene, fields, on: screen)
  }

  private func shown(_ id: Int?) throws(HostError) -> (ScreenInstance, SceneDefinition) {
    guard let screen = path.screens.last(where: { id == nil || $0.id == id }), let scene = current.scene(of: screen)
    else {
      let ids = path.screens.suffix(8).map { "\($0.id)" }.joined(separator: ", ")
      throw HostError(
        code: "usage",
        message: path.screens.isEmpty
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
      throw HostError(
        code: "usage", message: "\(name): \(scene.name) has no event \"\(event)\".\(didYouMean(event, among: known))")
    }
    let owner = owner ?? screen.id
    if let target {
      let taken = declaredFields(of: target)
      var all = Record(screen.params.filter { taken?.contains($0.key) ?? true }.map { ($0.key, $0.value) })
      for (key, value) in fields { all[key] = value }
      return try self.event(target, all, origin: origin, screen: owner)
    }
    guard let function = current.sceneEvents[name] else { return false }
    let results: [Value]
    do throws(LuaError) {
      results = try machine.call(
        function, [.map(fields), .map(screen.params)], phase: .event, budget: configuration.timeBudget)
    } catch { throw HostError(error, subject: "event \(name)", notes: ["No event was raised."], place: scene.place) }
    func wrong(_ problem: String) -> HostError {
      HostError(
        LuaError(reason: .raised, message: problem), subject: "event \(name)", notes: ["No event was raised."],
        place: machine.definition(of: function).map { ScriptPosition(file: $0.file, line: $0.line) })
    }
    func follow(_ target: String, _ fields: Record) throws -> Bool {
      do {
        return try self.event(target, fields, origin: origin, screen: owner)
      } catch let error as HostError where error.code == "usage" { throw wrong(error.message) }
    }
    switch (results.first ?? .none, results.count > 1 ? results[1] : .none) {
    case (.none, _):
      emit(.log(level: "info", message: "\(name): no event", fields: [:]))
      return false
    case (.string(let target), .none): return try follow(target, [:])
    case (.string(let target), .map(let all)): return try follow(target, all)
    case (let result, _):
      throw wrong("must give the name of a feature's event and a table of fields, or nothing; gave \(result.shown)")
    }
  }

  /// What the action takes that an event of a feature stands for; nil: whatever there is.
  private func declaredFields(of event: String) -> [String]? {
    let parts = event.split(separator: ".", maxSplits: 1).map(String.init)
    guard let feature = current.features.first(where: { $0.name == parts[0] }),
      case .action(let name)? = feature.events[parts[1]]
    else { return nil }
    let id = tree.actions.number(of: feature.fullType(of: name))
    return id.flatMap { tree.actions[$0].schema?.fields.map(\.name) }
  }

  // MARK: lifetimes

  /// Whether a screen can still own something; 0 is no screen.
  func isThere(_ screen: Int) -> Bool { screen == 0 || path.contains(screen) }

  /// An action may have changed the path: what left it takes its effects along, and both sides are told.
  func followPath() {
    let difference = path.follow(tree.lastChanges) ?? path.take(recordedPath)
    forget(difference.left)
    for screen in difference.left { tell(screen, "disappear", owner: 0) }
    for screen in difference.came { tell(screen, "appear", owner: screen.id) }
  }

  /// The path has changed otherwise than by an action. Nobody is told: what is told would be an action of its own, after which
  /// nothing could be done again.
  func takePath() { forget(path.take(recordedPath).left) }

  /// The path as the state has it.
  var recordedPath: Value {
    guard current.flow != nil else { return .none }
    return (try? machine.read([.string(FlowDefinition.feature), "path"])) ?? .none
  }

  private func forget(_ screens: [ScreenInstance]) {
    if screens.isEmpty { return }
    effects.cancel(screens: screens.map(\.id))
    for screen in screens { current.screenStates[screen.id] = nil }
  }

  /// Raises an event that its scene need not have.
  func tell(_ screen: ScreenInstance, _ event: String, owner: Int) {
    guard let scene = current.scene(of: screen), scene.events[event] != nil else { return }
    do { _ = try raise(event, of: scene, [:], on: screen, origin: .effect, owner: owner) } catch {
      // An action that was refused has been told of by itself.
      if let error = error as? HostError, error != outcome { emit(.error(error, action: nil)) }
    }
  }
}
