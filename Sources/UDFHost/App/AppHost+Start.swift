import LuaRuntime

extension AppHost {
  /// Loads the app for the first time, and starts its features.
  func start() throws(HostError) {
    // Until this call ends, functions that start with the app may still require files.
    defer { loader.attempt = nil }
    try reloader.load()
    if configuration.state != nil { try shared.refuse("state") }
    let loaded = try sessions.begin(from: configuration.state)
    if let path = configuration.record { try record(to: path) }
    reloader.watchFiles()
    reportUnused()
    try shared.start(app: current.name)
    shared.awaitJoin(seconds: configuration.joinSeconds)
    startFeatures { !loaded.contains($0) }
    guard let link = configuration.link else { return }
    do { try open(link: link) } catch { throw error as? HostError ?? HostError(code: "load", message: "\(error)") }
    if let problem = screenStack.problemOfLink { events.warn("link: \(problem)") }
  }

  /// Reports the features that the program provides and the app does not use.
  private func reportUnused() {
    let names = current.features.map(\.name)
    func report(_ features: [any NativeFeature], _ key: String, _ fix: String) {
      for name in features.map(\.name).sorted() where !names.contains(name) {
        events.warn("HostConfiguration.\(key): the app has no feature \"\(name)\". To fix this, \(fix)")
      }
    }
    report(configuration.features, "features", "list it in the app by udf.native, or do not register it")
    report(configuration.replacements, "replacements", "give it the name of the feature that it replaces")
  }

  /// Sends `start` to each new feature that handles it.
  func startFeatures(where isNew: (String) -> Bool) {
    guard configuration.startsFeatures else { return }
    engines.start()
    for feature in current.features where isNew(feature.name) && feature.ownActions.contains("start") {
      let start = "\(feature.name)/start"
      if let number = tree.actions.number(of: start), tree.actions[number].isHandled {
        // The listeners have received the error.
        do { try send(start) } catch let error as HostError { events.writeToLog(.error(error, action: nil)) } catch {}
      }
    }
    if isNew(FlowDefinition.feature) { screenStack.appear() }
  }

  /// Loads all files again and keeps the state; with `reset`, begins from the initial state with an empty history.
  @discardableResult
  public func reload(reset: Bool) -> ReloadReport {
    do throws(HostError) { try requireOwner() } catch {
      return ReloadReport(generation: 0, ok: false, files: [], error: error)
    }
    return reloader.reload(reset: reset)
  }

  /// Reloads the saved files and the files that require them.
  package func reload(changed: Set<String>) { reloader.reload(changed: changed) }

  /// Absolute paths of the files whose saves reload the app.
  public var watchedFiles: [String] { isOnOwner() ? reloader.watchedFiles : [] }
}
