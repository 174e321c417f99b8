import LuaRuntime
import UDFHost
import UDFServices

/// Replays a recorded session: the present scripts reduce its actions, without effects, network and clock.
///
///     let replay = try SessionReplay("session.ndjson", HostConfiguration(app: "app.lua"))
///     let summary = try replay.run { print($0.file, $0.line, $0.action.type) }
///     summary.differing    // 0
public final class SessionReplay {
  private let host: AppHost
  /// The hashes of the script files that were loaded when the following actions were recorded.
  private var files: Value
  private let path: String
  private var reader: SessionReader
  /// See ``ReplaySummary/removedFeatures``.
  private var removed: Set<String> = []
  private var writer = JSONWriter(isExact: true, numbersSecrets: true)
  /// Whether the present scripts are the same files as when the following actions were recorded.
  public var isOfSameScripts: Bool { files == host.loadedApp.fileHashes }
  /// Called with each replayed action, if set.
  public var onAction: ((ActionRecord) -> Void)?

  /// Throws a `HostError` if the app does not load, the file is not a session of this app, or the first state of the
  /// session does not fit the app.
  public init(_ path: String, _ configuration: HostConfiguration) throws {
    self.path = path
    reader = try SessionReader(path, memoryLimit: configuration.memoryLimit)
    files = reader.header["files"]
    var configuration = configuration
    configuration.watch = .off
    configuration.startsEffects = false
    configuration.startsFeatures = false
    configuration.clock = ManualClock()
    configuration.historyLimit = 0
    host = try AppHost(configuration)
    guard let app = reader.header["app"].text, app == host.name else {
      throw reader.problem(
        "this is a session of the app \"\(reader.header["app"].text ?? "?")\", and this app is \"\(host.name)\"")
    }
    try restore(try Snapshot(reader.header["state"], file: "\(path):\(reader.line)"))
  }

  /// Replays the session and calls `body` with each action whose changes differ from the recorded ones. With the
  /// scripts that recorded the session a difference is an error, so the replay ends at the first one; with other
  /// scripts, all differences are reported. Throws a `HostError` that names a line which cannot be read or loaded.
  public func run(_ body: (ReplayDifference) -> Void) throws(HostError) -> ReplaySummary {
    var summary = ReplaySummary()
    while let entry = try reader.next() {
      switch entry {
      case .action(let action):
        summary.actions += 1
        for (name, value) in action.fields where Secret.isIn(value) {
          summary.secrets.insert("\(action.type): \(name)")
        }
        // The same scripts may now finish within their time limit.
        if action.error != nil {
          onAction?(record(action, [], action.status))
          continue
        }
        let result = host.reduceAgain(action.type, action.fields, origin: action.origin)
        onAction?(record(action, host.lastChanges, result.status))
        guard try differs(action, result.status) else { continue }
        summary.differing += 1
        body(
          ReplayDifference(
            file: path, line: action.line, recorded: record(action, try reader.changes(of: action), action.status),
            action: record(action, host.lastChanges, result.status), error: result.error))
        if isOfSameScripts { return summary }
      case .state(let snapshot): try restore(snapshot)
      case .reload(let files):
        if files != self.files { summary.reloads += 1 }
        self.files = files
      case .other: break
      }
    }
    summary.isTorn = reader.isTorn
    summary.removedFeatures = removed
    return summary
  }

  private func restore(_ snapshot: Snapshot) throws(HostError) {
    var snapshot = snapshot
    if !isOfSameScripts {
      let known = host.loadedApp.features.map(\.name)
      for name in snapshot.parts.keys where !known.contains(name) {
        removed.insert(name)
        snapshot.parts[name] = nil
      }
    }
    let snapshots = host.sessions.snapshots
    snapshots.restore(try snapshots.contents(of: snapshot, file: "\(path):\(reader.line)"))
  }

  /// Whether the last action had another result than the recorded one.
  private func differs(_ action: RecordedAction, _ status: Status) throws(HostError) -> Bool {
    if action.status != status { return true }
    writer.removeAll()
    host.withLastChanges { writer.write(changes: $0) }
    if writer.elementsEqual(action.changesText) { return false }
    // The same changes may be written differently, for example by hand.
    return try reader.changes(of: action) != host.lastChanges
  }

  private func record(_ action: RecordedAction, _ changes: [Change], _ status: Status) -> ActionRecord {
    ActionRecord(
      n: action.n, type: action.type, fields: action.fields, origin: action.origin, status: status, changes: changes,
      event: action.event)
  }
}
