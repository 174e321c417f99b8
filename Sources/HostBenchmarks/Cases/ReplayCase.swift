import UDFHost

/// P1: a recorded session of a counter, from its file, besides its reducers.
struct ReplayCase {
  let rounds: Int
  private let count = 100_000

  func run() throws -> [Result] {
    let app = try TemporaryApp.feature(
      """
      name = "counter", state = { count = 0 },
      reduce = { inc = function(state, action) state.count = state.count + action.by end }
      """)
    let session = app.folder.appendingPathComponent("session.ndjson").path
    let recording = try Timing.seconds {
      try app.host { $0.record = session }.run("for i = 1, \(count) do counter.inc{ by = 1 } end")
    }
    let bare = BareLua(
      "return function(state, action) state.count = state.count + action.by end, { count = 0 }")
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
      Result(name: "P1 replay of an action, without its reducer", seconds: times[1] - times[0], promise: 10e-6),
      Result(name: "P1 recording of an action", seconds: recording / Double(count)),
    ]
  }
}
