import FolderTesting
import Platform
import UDFHost

/// A shared feature beside a local one: an optimistic dispatch, the confirmation, a rebase, and how long a new host needs to join.
struct SharedCase {
  let rounds: Int
  private let count = 2000

  func run() throws -> [Result] { try [dispatching()] + rebasing() + joining() }

  static func app() throws -> TemporaryApp {
    try TemporaryApp.feature(
      """
      name = "a", shared = true, state = { sum = 0 }, actions = { add = { by = "integer" } },
      reduce = { add = function(state, action) state.sum = state.sum + action.by end }
      """)
  }

  private func host(_ app: TemporaryApp, _ log: String?, data: String) throws -> AppHost {
    try app.host {
      $0.log = log.map { "sqlite:\($0)" }
      $0.data = data
      $0.timeBudget = 60
    }
  }

  private func dispatching() throws -> Result {
    let (app, folder) = (try Self.app(), try TemporaryFolder())
    let line = "for i = 1, \(count) do a.add{ by = i } end"
    let local = try host(app, nil, data: folder("local"))
    let shared = try host(app, folder("bench.log"), data: folder("shared"))
    var times: [[Double]] = [[], []]
    for _ in 0..<rounds {
      times[0].append(try Timing.seconds { try local.run(line) } / Double(count))
      times[1].append(try Timing.seconds { try shared.run(line) } / Double(count))
      _ = shared.settle(timeout: 60)
    }
    return Result(
      name: "shared: an optimistic dispatch", seconds: Timing.median(times[1]), floor: Timing.median(times[0]),
      floorName: "the same, local", promise: 1.5)
  }

  /// 100 own actions over 100 of another host, without the time of their reducers.
  private func rebasing() throws -> [Result] {
    let (app, folder) = (try Self.app(), try TemporaryFolder())
    let first = try host(app, folder("bench.log"), data: folder("first"))
    let second = try host(app, folder("bench.log"), data: folder("second"))
    let local = try host(app, nil, data: folder("local"))
    let line = "for i = 1, 100 do a.add{ by = i } end"
    var (times, reducers): ([Double], [Double]) = ([], [])
    for _ in 0..<rounds {
      follow([first, second])
      try second.run(line)
      _ = second.settle(timeout: 60)
      try first.run(line)
      // The log has all entries then, and what it delivers waits for the host.
      usleep(100_000)
      times.append(Timing.seconds { first.poll() })
      // The rebase runs the reducers of 200 actions, also after a pause in which the processor's caches get cold.
      usleep(100_000)
      reducers.append(2 * (try Timing.seconds { try local.run(line) }))
    }
    let own = Timing.median(reducers)
    return [
      Result(
        name: "shared: 100 own rebased over 100, besides \(Int(own * 1e6)) µs of reducers",
        seconds: max(0, Timing.median(times) - own), promise: 0.001)
    ]
  }

  private func follow(_ hosts: [AppHost]) {
    let last = hosts.compactMap { $0.sharedLog?.position }.max() ?? 0
    for host in hosts {
      while (host.sharedLog?.position ?? 0) < last || host.sharedLog?.pending ?? 0 > 0 { host.poll() }
    }
  }

  /// A log with a snapshot each 10,000 entries, and a host that joins when it has a million.
  private func joining() throws -> [Result] {
    let entries = 1_000_000
    let (app, folder) = (try Self.app(), try TemporaryFolder())
    do {
      let writer = try host(app, folder("bench.log"), data: folder("writer"))
      for _ in 0..<entries / 5000 {
        try writer.run("for i = 1, 5000 do a.add{ by = i } end")
        _ = writer.settle(timeout: 600)
      }
    }
    let seconds = try Timing.seconds {
      let reader = try host(app, folder("bench.log"), data: folder("reader"))
      while (reader.sharedLog?.position ?? 0) < entries { reader.poll() }
    }
    return [Result(name: "shared: a host joins a log of 1,000,000 entries", seconds: seconds, promise: 2)]
  }
}
