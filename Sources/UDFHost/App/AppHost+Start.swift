import LuaRuntime

extension AppHost {
  /// Loads the app for the first time, and starts its features.
  func start() throws(HostError) {
    // What starts with the app may still require files.
    defer { loader.attempt = nil }
    try reloader.load()
    let loaded = try sessions.begin(from: configuration.state, recordingTo: configuration.record)
    reloader.watchFiles()
    startFeatures { !loaded.contains($0) }
    guard let link = configuration.link else { return }
    do { try open(link: link) } catch { throw error as? HostError ?? HostError(code: "load", message: "\(error)") }
    if let problem = screenStack.problemOfLink {
      events.emit(.log(level: "warning", message: "link: \(problem)", fields: [:]))
    }
  }

  /// Sends `start` to each feature that is new and answers it.
  func startFeatures(where isNew: (String) -> Bool) {
    guard configuration.startsFeatures else { return }
    engines.start()
    for feature in current.features where isNew(feature.name) && feature.ownActions.contains("start") {
      try? send("\(feature.name)/start")
    }
    if isNew(FlowDefinition.feature) { screenStack.appear() }
  }

  /// Loads all files again, state kept; or, with `reset`, starts from the initial state with an empty history.
  @discardableResult
  public func reload(reset: Bool) -> ReloadReport {
    do throws(HostError) { try requireOwner() } catch {
      return ReloadReport(generation: 0, ok: false, files: [], error: error)
    }
    return reloader.reload(reset: reset)
  }

  /// Reloads what saved files have changed: those and whatever requires them.
  package func reload(changed: Set<String>) { reloader.reload(changed: changed) }

  /// Absolute paths of the files whose saves reload the app.
  public var watchedFiles: [String] { isOnOwner() ? reloader.watchedFiles : [] }
}
