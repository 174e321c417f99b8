import LuaRuntime
import UDFHost
import UDFServices

/// Runs a recorded session again: its actions are reduced by the present scripts, with no effects, no network and no clock.
///
///     let replay = try SessionReplay("session.ndjson", HostConfiguration(app: "app.lua"))
///     let summary = try replay.run { print($0.file, $0.line, $0.action.type) }
///     summary.differing    // 0
public final class SessionReplay {
  private let host: AppHost
  /// The hashes of the files that recorded what comes next.
  private var files: Value
  private let path: String
  private var reader: SessionReader
  private var writer = JSONWriter(isExact: true)
  /// Whether the scripts are, file by file, those that recorded what comes next.
  public var isOfSameScripts: Bool { files == host.loadedApp.fileHashes }
  /// Called with each action that was replayed, if it is set.
  public var onAction: ((ActionRecord) -> Void)?

  /// Throws a ``HostError`` if the app does not load, or the file is no session of this app or begins with a state that does
  /// not fit it.
  public init(_ path: String, _ configuration: HostConfiguration) throws {
    self.path = path
    reader = try SessionReader(path)
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

  /// Replays the session and calls `body` with each action that does not change the state as it was recorded to. With the
  /// scripts that recorded it there can be none, so the first one ends the replay; with others all are told. Throws a
  /// ``HostError`` that names the line of the file that cannot be read or loaded.
  public func run(_ body: (ReplayDifference) -> Void) throws(HostError) -> ReplaySummary {
    var summary = ReplaySummary()
    while let entry = try reader.next() {
      switch entry {
      case .action(let action):
        summary.actions += 1
        // The same scripts may be done in time now.
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
    return summary
  }

  private func restore(_ snapshot: Snapshot) throws(HostError) {
    let snapshots = host.sessions.snapshots
    snapshots.restore(try snapshots.contents(of: snapshot, file: "\(path):\(reader.line)"))
  }

  /// Whether the last action did something else than when it was recorded.
  private func differs(_ action: RecordedAction, _ status: Status) throws(HostError) -> Bool {
    if action.status != status { return true }
    writer.removeAll()
    host.withLastChanges { writer.write(changes: $0) }
    if writer.elementsEqual(action.changesText) { return false }
    // The same changes may be written in another way, by hand.
    return try reader.changes(of: action) != host.lastChanges
  }

  private func record(_ action: RecordedAction, _ changes: [Change], _ status: Status) -> ActionRecord {
    ActionRecord(
      n: action.n, type: action.type, fields: action.fields, origin: action.origin, status: status, changes: changes,
      event: action.event)
  }
}
