import LuaRuntime
import UDFServices

/// Saves the state to files and restores it from them.
package final class Snapshots: GenerationAdopter {
  private let dispatcher: Dispatcher
  private let adapter: StateAdapter
  private let effects: EffectScheduler
  private let engines: SyncEngines
  private let screens: ScreenStack
  private let events: EventHub
  private var current: Generation!

  init(dispatcher: Dispatcher, adapter: StateAdapter, engines: SyncEngines, screens: ScreenStack) {
    self.dispatcher = dispatcher
    self.adapter = adapter
    effects = dispatcher.effects
    self.engines = engines
    self.screens = screens
    events = dispatcher.events
  }

  func adopt(_ generation: Generation?) { current = generation }

  private var tree: SliceTree { dispatcher.tree }
  private var name: String { current.name }

  /// Writes the state of all features to a file as JSON: all of it or, after a failure or a crash, what the file held before.
  /// Throws a ``HostError`` if the file cannot be written, or holds anything else than a state that was saved.
  func save(to path: String) throws(HostError) {
    let file = UserFile(path)
    try refuseToReplace(file)
    let state: Snapshot
    do throws(HostError) { state = try snapshot() } catch { throw error.adding("The state was not saved.") }
    do throws(FileProblem) { try DiskFiles().write(Array(state.text.utf8), to: file.place) } catch {
      throw file.error(error, "The state was not saved.")
    }
  }

  /// Refuses to overwrite anything else than a saved state: a mistyped or completed name may be that of a script.
  private func refuseToReplace(_ file: UserFile) throws(HostError) {
    let bytes: [UInt8]
    do throws(FileProblem) { bytes = try file.read() } catch {
      // The write reports whether the file can be made.
      if error == .notFound { return }
      throw file.error(error, "The state was not saved.")
    }
    if bytes.isEmpty { return }
    let held = try? JSONReader.value(of: bytes, isExact: true)
    guard let held, held["format"].integer != nil, case .map = held["features"] else {
      throw HostError(
        code: "usage",
        message: "\(file.name): this file is no saved state, so it is not overwritten\n  The state was not saved.\n"
          + "  To fix this, name another file")
    }
  }

  /// Replaces the state by one that ``save(to:)`` has written, or by a map from features to their states, with
  /// an empty history. What runs is cancelled, features that the file does not name begin anew, and none is sent `start`.
  /// Returns what that changed in the state. Throws a ``HostError``, and nothing has changed, if anything in the file does not
  /// fit the app.
  func load(from path: String) throws(HostError) -> [Change] {
    let contents = try contents(ofFile: path)
    let former = tree.contents(of: tree.slices.keys)
    restore(contents)
    return tree.changes(since: former)
  }

  /// The state of each feature in a file. Throws a ``HostError`` if a state does not fit the app; nothing has changed.
  func contents(ofFile path: String) throws(HostError) -> [String: Value] {
    try contents(of: try readSnapshot(path), file: path)
  }

  /// The state as it is. Throws a ``HostError`` that names a feature whose state cannot be read: the others would pass for
  /// the whole.
  func snapshot() throws(HostError) -> Snapshot {
    var snapshot = Snapshot()
    snapshot.app = (name, current.version)
    for feature in current.features {
      guard let slice = tree.slices[feature.name] else { continue }
      let state: Value
      // Not as who looks at it reads it: that would begin an engine.
      do throws(LuaError) { state = try slice.plain } catch {
        throw HostError(code: "state", message: "\(feature.name): its state cannot be read: \(error.message)")
      }
      let absent = (try? adapter.defaults(of: feature, in: current)).map {
        $0.fields.map(\.key).filter { state[$0] == .none }
      }
      snapshot.parts[feature.name] = Snapshot.Part(
        version: feature.version, state: state, absent: slice is LuaSlice ? absent ?? [] : [])
    }
    return snapshot
  }

  private func readSnapshot(_ path: String) throws(HostError) -> Snapshot {
    let file = UserFile(path)
    let bytes: [UInt8]
    do throws(FileProblem) { bytes = try file.read() } catch { throw file.error(error, "Nothing was loaded.") }
    let value: Value
    do throws(JSONProblem) { value = try JSONReader.value(of: bytes, isExact: true) } catch {
      throw HostError(snapshot: "\(path):\(error.text)")
    }
    return try Snapshot(value, file: path)
  }

  // MARK: loading

  /// The state of each feature in a snapshot. Throws a ``HostError`` that names `file` if a state does not fit the app; nothing
  /// has changed in any case.
  package func contents(of snapshot: Snapshot, file: String) throws(HostError) -> [String: Value] {
    if let app = snapshot.app {
      if app.name != name {
        throw HostError(snapshot: "\(file): this is a state of the app \"\(app.name)\", and this app is \"\(name)\"")
      }
      if app.version > current.version {
        throw HostError(
          snapshot:
            "\(file): this is a state of version \(app.version) of the app, which has version \(current.version)",
          fix: "load it with the scripts that it was saved with, or newer ones")
      }
    }
    var contents: [String: Value] = [:]
    for (name, part) in snapshot.parts.sorted(by: { $0.key < $1.key }) {
      guard let feature = current.features.first(where: { $0.name == name }) else {
        throw HostError(
          snapshot:
            "\(file): there is no feature \"\(name)\".\(didYouMean(name, among: current.features.map(\.name)))")
      }
      do throws(HostError) { contents[name] = try content(of: part, for: feature) } catch {
        if error.code == "state", error.message.hasSuffix("Nothing was loaded.") { throw error }
        throw HostError(snapshot: "\(file): \(error.message)")
      }
    }
    return contents
  }

  private func content(of part: Snapshot.Part, for feature: FeatureDefinition) throws(HostError) -> Value {
    func refusal(_ text: String) -> HostError { HostError(code: "state", message: "\(feature.name): \(text)") }
    if part.version > feature.version {
      throw refusal("its state is of version \(part.version), and the feature has version \(feature.version)")
    }
    var state = part.state
    // A state that a person has written has no version, and is one of the present scripts.
    if part.version > 0, part.version < feature.version {
      state = try adapter.migrated(state, from: part.version, feature, in: current)
    }
    switch state {
    case .map, .list: break
    default: throw refusal("its state must be a map, got \(state.shown)")
    }
    if case .map(var fields) = state {
      if let slice = tree.slices[feature.name] as? any HostedSlice {
        let known = slice.storedFields
        if let unknown = fields.first(where: { !known.contains($0.key) }) {
          throw refusal("nothing can be put into \"\(unknown.key)\".\(didYouMean(unknown.key, among: known))")
        }
      } else {
        let defaults = try adapter.defaults(of: feature, in: current).fields
        if part.version == 0 { warnOfUnlikelyKeys(of: fields, feature, among: defaults.map(\.key)) }
        for (key, value) in defaults where fields[key] == .none && !part.absent.contains(key) { fields[key] = value }
      }
      state = .map(
        feature.name == FlowDefinition.feature ? try path(fields, isWrittenByHand: part.version == 0) : fields)
    }
    try adapter.attempt { () throws(HostError) in try adapter.adapt(feature, to: current, state) }
    return state
  }

  /// A state may have keys that it begins without, but one that looks like another was perhaps meant to be that.
  private func warnOfUnlikelyKeys(of fields: Record, _ feature: FeatureDefinition, among known: [String]) {
    for (key, _) in fields where !known.contains(key) {
      guard let meant = suggestion(for: key, among: known) else { continue }
      let problem = "\(feature.name): the initial state has no \"\(key)\". Did you mean \"\(meant)\"?"
      events.emit(.log(level: "warning", message: "\(problem) It was loaded as it is.", fields: [:]))
    }
  }

  /// The path of screens as the flow completes it.
  private func path(_ fields: Record, isWrittenByHand: Bool) throws(HostError) -> Record {
    do throws(LuaError) {
      guard let complete = adapter.prelude["completePath"] else { return fields }
      let arguments: [Value] = [.map(fields), .boolean(isWrittenByHand)]
      return try adapter.machine.call(complete, first: current.app, arguments).first?.fields ?? fields
    } catch { throw HostError(code: "state", message: "nav: \(error.message)") }
  }

  /// Goes on with what was found to fit, other features with their initial states.
  package func restore(_ contents: [String: Value]) {
    effects.cancelAll()
    tree.history.clear(":load")
    for (name, slice) in tree.slices {
      if let content = contents[name] {
        slice.settle(content, defaults: nil)
      } else {
        slice.reset(to: current.defaults[name])
      }
    }
    // The rows that engines have delivered are no longer in the state.
    engines.startOver()
    screens.takePath()
    events.notifyStateReplaced()
  }
}
