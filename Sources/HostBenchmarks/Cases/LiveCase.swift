import Platform
import SocketTesting
import UDFHost
import UDFServices

/// S7: the time from a change on a server until its action is reduced, over a live stream on the loopback interface.
struct LiveCase {
  let changes: Int

  func run() throws -> [Result] {
    let server = LiveServer()
    let socket = try RawServer { server.serve($0) }
    defer { socket.stop() }
    let app = try TemporaryApp([
      "app.lua": """
      local udf = require "udf"
      return udf.app {
        name = "bench",
        features = { udf.sync { name = "rows", key = "id", remote = "\(socket.url)", cache = "memory", lazy = false } },
      }
      """
    ])
    let host = try app.host { $0.grants = [Grant(.hosts, String(socket.url.dropFirst("http://".count)))] }
    defer { host.stop() }
    var arrived: ContinuousClock.Instant?
    let subscription = host.observe { event in
      if case .action(let record) = event, record.type == "rows/synced" { arrived = .now }
    }
    wait(host) { server.open > 0 }
    defer { subscription.cancel() }
    var times: [Double] = []
    for _ in 0..<changes {
      arrived = nil
      let start = ContinuousClock.now
      server.edit()
      wait(host) { arrived != nil }
      if let arrived { times.append((arrived - start) / .seconds(1)) }
    }
    return [
      Result(
        name: "S7: a change on the server to its action, p95", seconds: Timing.percentile(times, 0.95), promise: 0.100)
    ]
  }

  /// Runs the host until the condition is true.
  private func wait(_ host: AppHost, until condition: () -> Bool) {
    while !condition() {
      host.poll()
      usleep(100)
    }
  }
}
