import LuaRuntime

extension AppHost {
  /// Lets go of the app and everything that it has started, as if none had ever run.
  func empty() {
    effects.cancelAll()
    store.cancelEffects()
    for slice in tree.slices.values { tree.remove(slice) }
    tree.slices = [:]
    tree.history.clear()
    parked = [:]
    current = nil
  }

  /// Runs an app that a script has made; `state` is what its features begin with besides their own. Nothing is sent.
  func run(_ app: LuaReference, modules: [String: Module], state: Value, at site: String) throws(HostError) {
    var generation = try build(app, modules: modules)
    do throws(HostError) {
      if case .map(let contents) = state {
        for (name, content) in contents {
          guard let feature = generation.features.first(where: { $0.name == name }) else {
            let known = generation.features.map(\.name)
            throw HostError(
              at: site, "test.store: state.\(name): there is no feature \"\(name)\".\(didYouMean(name, among: known))")
          }
          parked[name] = ParkedState(version: feature.version, content: content)
        }
      }
      try probe(&generation)
    } catch {
      generation.discard(from: tree)
      throw error
    }
    commit(generation)
  }
}
