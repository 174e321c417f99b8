import LuaRuntime
import Platform
import UDFServices

/// Saves the state to files and restores it from them.
package final class Snapshots: GenerationAdopter {
  /// The maximum size of a file with a state, in bytes.
  private static let limit = 256 << 20
  private let tree: SliceTree
  private let adapter: StateAdapter
  private let effects: EffectScheduler
  private let engines: SyncEngines
  private let screens: ScreenStack
  private let events: EventHub
  private var current: Generation!

  init(dispatcher: Dispatcher, adapter: StateAdapter, engines: SyncEngines, screens: ScreenStack) {
    tree = dispatcher.tree
    self.adapter = adapter
    effects = dispatcher.effects
    self.engines = engines
    self.screens = screens
    events = dispatcher.events
  }

  func adopt(_ generation: Generation?) { current = generation }

  /// Writes the state of all features to a file as JSON. After a failure or a crash, the file still has its earlier
  /// content. Throws a ``HostError`` if the file cannot be written, or contains something other than a saved state.
  func save(to path: String) throws(HostError) {
    let file = UserFile(path)
    try refuseToReplace(file)
    let state: Snapshot
    do throws(HostError) { state = try snapshot() } catch { throw error.adding("The state was not saved.") }
    do throws(FileProblem) { try DiskFiles().write(Array(state.text.utf8), to: file.place) } catch {
      throw file.error(error, "The state was not saved.")
    }
  }

  /// Throws if the file is not a saved state: a mistyped or completed name may be the name of a script.
  private func refuseToReplace(_ file: UserFile) throws(HostError) {
    let bytes: [UInt8]
    do throws(FileProblem) { bytes = try file.read(limit: Snapshots.limit) } catch {
      if error == .notFound { return }  // The write itself reports whether the file can be made.
      throw file.error(error, "The state was not saved.")
    }
    if bytes.isEmpty { return }
    let held = try? JSONReader.value(of: bytes, isExact: true)
    guard let held, held["format"].integer != nil, case .map = held["features"] else {
      throw HostError(
        usage: "\(file.name): this file is not a saved state, so it is not overwritten\n  The state was not saved.\n"
          + "  To fix this, name another file")
    }
  }

  /// Replaces the state by one that ``save(to:)`` has written, or by a map from features to their states, and empties
  /// the history. Cancels running effects. Features that the file does not name get their initial state, and no feature
  /// receives `start`. Returns the changes of the state. If anything in the file does not fit the app, throws a
  /// ``HostError`` and changes nothing.
  func load(from path: String) throws(HostError) -> [Change] { load(try contents(ofFile: path)) }

  /// Loads a state like ``load(from:)``, but from the content of a file; errors call the file `name`.
  func load(_ bytes: [UInt8], named name: String) throws(HostError) -> [Change] {
    load(try contents(of: try read(bytes, name), file: name))
  }

  /// Restores validated contents; see ``restore(_:reducing:)``. Returns the changes of the state.
  func load(_ contents: [String: Value], reducing reduce: () -> Void = {}) -> [Change] {
    let former = tree.contents(of: tree.slices.keys)
    restore(contents, reducing: reduce)
    return tree.changes(since: former)
  }

  /// Returns the states in a file by feature. Throws a ``HostError`` if one does not fit the app. Changes nothing.
  func contents(ofFile path: String) throws(HostError) -> [String: Value] {
    let snapshot = try MemoryCharge.counting(for: adapter.machine.memory) { () throws(HostError) in
      let file = UserFile(path)
      let bytes: [UInt8]
      do throws(FileProblem) { bytes = try file.read(limit: Snapshots.limit) } catch {
        throw file.error(error, "Nothing was loaded.")
      }
      return try read(bytes, path)
    }
    return try contents(of: snapshot, file: path)
  }

  /// Returns the present state. Throws a ``HostError`` if a part cannot be read: a partial state would look complete.
  func snapshot() throws(HostError) -> Snapshot {
    var snapshot = Snapshot()
    snapshot.app = (current.name, current.version)
    for feature in current.features {
      guard let slice = tree.slices[feature.name] else { continue }
      let state: Value
      // Read without the slice's own reader, which would start an engine.
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

  private func read(_ bytes: [UInt8], _ name: String) throws(HostError) -> Snapshot {
    let value: Value
    do throws(JSONProblem) { value = try JSONReader.value(of: bytes, isExact: true) } catch {
      throw HostError(snapshot: "\(name):\(error.text)")
    }
    return try Snapshot(value, file: name)
  }

  // MARK: loading

  /// Returns the states in a snapshot by feature. Throws a ``HostError`` if one does not fit the app. Changes nothing.
  package func contents(of snapshot: Snapshot, file: String) throws(HostError) -> [String: Value] {
    if let app = snapshot.app {
      if app.name != current.name {
        throw HostError(
          snapshot: "\(file): this is a state of the app \"\(app.name)\", and this app is \"\(current.name)\"")
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
        let known = current.features.map(\.name)
        throw HostError(snapshot: "\(file): there is no feature \"\(name)\".\(didYouMean(name, among: known))")
      }
      do throws(HostError) { contents[name] = try content(of: part, for: feature) } catch {
        if error.code == "state", error.message.hasSuffix("Nothing was loaded.") { throw error }
        throw HostError(snapshot: "\(file): \(error.message)")
      }
    }
    return contents
  }

  private func content(of part: Snapshot.Part, for feature: FeatureDefinition) throws(HostError) -> Value {
    if part.version > feature.version {
      let text = "its state is of version \(part.version), and the feature has version \(feature.version)"
      throw HostError(code: "state", at: nil, of: [feature.name], text)
    }
    var state = part.state
    // A state that a person has written has no version, and belongs to the present scripts.
    if part.version > 0, part.version < feature.version {
      state = try adapter.migrated(state, from: part.version, feature, in: current)
    }
    state = try adapter.fitted(state, to: feature, in: current, isWritten: part.version == 0)
    if case .map(var fields) = state {
      if !(tree.slices[feature.name] is any HostedSlice) {
        let defaults = try adapter.defaults(of: feature, in: current).fields
        if part.version == 0 { adapter.warn(of: fields, feature, defaults) }
        for (key, value) in defaults where fields[key] == .none && !part.absent.contains(key) { fields[key] = value }
      }
      if feature.name == FlowDefinition.feature { fields = try path(fields, isWrittenByHand: part.version == 0) }
      state = .map(fields)
    }
    try adapter.attempt { () throws(HostError) in try adapter.adapt(feature, to: current, state) }
    return state
  }

  /// Returns the path of screens as the flow completes it.
  private func path(_ fields: Record, isWrittenByHand: Bool) throws(HostError) -> Record {
    do throws(LuaError) {
      guard let complete = adapter.prelude["completePath"] else { return fields }
      let arguments: [Value] = [.map(fields), .boolean(isWrittenByHand)]
      return try adapter.machine.call(complete, first: current.app, arguments).first?.fields ?? fields
    } catch { throw HostError(code: "state", message: "nav: \(error.message)") }
  }

  /// Replaces the state by validated contents and the actions that `reduce` reduces from there; other features get their
  /// initial states.
  package func restore(_ contents: [String: Value], reducing reduce: () -> Void = {}) {
    effects.cancelAll()
    tree.history.clear(":load")
    for (name, slice) in tree.slices {
      if let content = contents[name] {
        slice.setContent(content, defaults: nil)
      } else {
        slice.reset(to: current.defaults[name])
      }
    }
    // The rows that engines have delivered are no longer in the state.
    engines.startOver()
    reduce()
    _ = tree.takeEffect()
    screens.takePath()
    events.notifyStateReplaced()
  }
}
