import FolderTesting
import LogTesting
import UDFLog

/// Shared logs on servers of this machine: what a host waits that is alone, and what 200 hosts receive.
struct LogCase {
  func run() async throws -> [Result] {
    let folder = try TemporaryFolder()
    var results = try await alone(SQLiteLog(folder("bench.sqlite")), "SQLite")
    results.append(try sending("sqlite:\(folder("hosted.sqlite"))", "SQLite"))
    #if Redis
      let redis = try RedisServer()
      defer { redis.kill() }
      let engine = RedisLog(host: "127.0.0.1", port: redis.port, log: "bench")
      results += try await alone(engine, "Redis")
      let fanOut = try await LogLoad(engine).fanOut(hosts: 200, rate: 1000, seconds: 5)
      // The threads of 200 processes do not fit on one machine with the server; those of 25 do.
      let other = RedisLog(host: "127.0.0.1", port: redis.port, log: "shared")
      let shared = try await LogLoad(other).fanOut(hosts: 200, sharing: 8, rate: 1000, seconds: 5)
      results += [
        Result(
          name: "log: Redis, 200 hosts, \(Int(fanOut.rate)) actions/s, p99",
          seconds: Timing.percentile(fanOut.delays, 0.99)),
        Result(
          name: "log: the same, 8 hosts a connection, \(Int(shared.rate))/s, p99",
          seconds: Timing.percentile(shared.delays, 0.99), promise: 0.025),
        Result(name: "log: memory of a host", bytes: fanOut.memory, promise: 1 << 20),
      ]
      results.append(try sending("redis://127.0.0.1:\(redis.port)?log=hosted", "Redis", promise: 0.001))
    #endif
    #if PostgreSQL
      let postgreSQL = try PostgreSQLServer()
      defer { postgreSQL.kill() }
      results += try await alone(PostgreSQLLog(postgreSQL.url, log: "bench"), "PostgreSQL")
      results.append(try sending("\(postgreSQL.url)?log=hosted", "PostgreSQL"))
    #endif
    withExtendedLifetime(folder) {}
    return results
  }

  /// From a line that sends an action until the host has it confirmed from its own subscription.
  private func sending(_ log: String, _ name: String, promise: Double? = nil) throws -> Result {
    let (app, folder) = (try SharedCase.app(), try TemporaryFolder())
    let host = try app.host {
      $0.log = log
      $0.data = folder("data")
    }
    var times: [Double] = []
    for _ in 0..<300 {
      times.append(
        try Timing.seconds {
          try host.run("a.add{ by = 1 }")
          _ = host.settle(timeout: 60)
        })
    }
    return Result(
      name: "log: \(name), AppHost, send to confirmed, p50", seconds: Timing.median(times), promise: promise)
  }

  private func alone(_ engine: any LogEngine, _ name: String) async throws -> [Result] {
    let (committed, delivered) = try await LogLoad(engine).alone(1000)
    return [
      Result(name: "log: \(name), append to committed, p50", seconds: Timing.median(committed), promise: 0.001),
      Result(name: "log: \(name), append to delivered, p50", seconds: Timing.median(delivered)),
    ]
  }
}
