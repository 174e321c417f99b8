import UDFHost
import UDFTooling

/// P1: the replay of recorded sessions: of a counter, without the time of its reducer, and of mixed actions.
struct ReplayCase {
  let rounds: Int
  private let count = 100_000

  func run() throws -> [Result] { try counting() + mixed() }

  private func counting() throws -> [Result] {
    let app = try Counter.app()
    let session = app.folder.appendingPathComponent("session.ndjson").path
    let recording = try Timing.seconds {
      try app.host { $0.record = session }.run(Counter.loop(count))
    }
    let bare = Counter.bare()
    let configuration = HostConfiguration(app: app.path)
    let times = try Timing.medians(
      rounds: rounds, count: count,
      [
        { bare.reduce(type: "counter/inc", field: "by", count: count) { 1 } },
        {
          let summary = try SessionReplay(session, configuration).run { _ in }
          precondition(summary.actions == count && summary.differing == 0)
        },
      ])
    return [
      Result(name: "P1 replay of an action, without its reducer", seconds: times[1] - times[0], promise: 5e-6),
      Result(name: "P1 recording of an action", seconds: recording / Double(count), promise: 2e-6),
    ]
  }

  /// Before the measurement, replays the session twice and checks that both replays make the same changes.
  private func mixed() throws -> [Result] {
    let app = try MixedSession.app()
    let session = app.folder.appendingPathComponent("session.ndjson").path
    do {
      let host = try app.host { ($0.record, $0.seed) = (session, 7) }
      for _ in 0..<count / 1500 { try host.run(MixedSession.shift) }
    }
    let configuration = HostConfiguration(app: app.path)
    let changes = try (0..<2).map { _ in
      var changes: [[Change]] = []
      let replay = try SessionReplay(session, configuration)
      replay.onAction = { changes.append($0.changes) }
      let summary = try replay.run { _ in }
      precondition(summary.actions >= count && summary.differing == 0)
      return changes
    }
    precondition(changes[0] == changes[1])
    let times = try Timing.medians(
      rounds: rounds, count: changes[0].count, [{ _ = try SessionReplay(session, configuration).run { _ in } }])
    return [Result(name: "P1 replay of a mixed action, with its reducers", seconds: times[0])]
  }
}
