import FolderTesting
import LogTesting
import UDFLog

/// Prints the figures of an engine that is started for it.
func measure(_ kind: String) async throws {
  let folder = try TemporaryFolder()
  switch kind {
  case "redis":
    let server = try RedisServer()
    try await measure(RedisLog(host: "127.0.0.1", port: server.port, log: "bench"), hosts: 200)
    server.kill()
  case "postgres":
    let server = try PostgreSQLServer()
    try await measure(PostgreSQLLog(server.url, log: "bench"), hosts: 100)
    server.kill()
  default: try await measure(SQLiteLog(folder("bench.sqlite")), hosts: 8)
  }
  withExtendedLifetime(folder) {}
}

private func measure(_ engine: any LogEngine, hosts: Int) async throws {
  let load = LogLoad(engine)
  func milliseconds(_ times: [Double], _ part: Double) -> String {
    let index = min(times.count - 1, Int(Double(times.count) * part))
    return times.isEmpty ? "none" : "\((times[index] * 1e5).rounded() / 100) ms"
  }
  let (committed, delivered) = try await load.alone(2000)
  print("alone: append to committed p50 \(milliseconds(committed, 0.5)), p99 \(milliseconds(committed, 0.99))")
  print("alone: append to delivered p50 \(milliseconds(delivered, 0.5)), p99 \(milliseconds(delivered, 0.99))")
  let fanOut = try await load.fanOut(hosts: hosts, rate: hosts == 200 ? 1000 : 200, seconds: 5)
  print(
    """
    \(hosts) hosts, \(Int(fanOut.rate)) actions/s: p50 \(milliseconds(fanOut.delays, 0.5)), \
    p99 \(milliseconds(fanOut.delays, 0.99)), \(fanOut.delays.count) deliveries, \(fanOut.memory / 1024) KiB a host
    """)
}
