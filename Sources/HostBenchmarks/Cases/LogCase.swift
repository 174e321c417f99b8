import FolderTesting
import LogTesting
import UDFLog

/// Shared logs on servers of this machine: what a host waits that is alone, and what 200 hosts receive.
struct LogCase {
  func run() async throws -> [Result] {
    let folder = try TemporaryFolder()
    var results = try await alone(SQLiteLog(folder("bench.sqlite")), "SQLite")
    #if Redis
      let redis = try RedisServer()
      defer { redis.kill() }
      let engine = RedisLog(host: "127.0.0.1", port: redis.port, log: "bench")
      results += try await alone(engine, "Redis")
      let fanOut = try await LogLoad(engine).fanOut(hosts: 200, rate: 1000, seconds: 5)
      results += [
        Result(
          name: "log: Redis, 200 hosts, \(Int(fanOut.rate)) actions/s, p99",
          seconds: Timing.percentile(fanOut.delays, 0.99), promise: 0.025),
        Result(name: "log: memory of a host", bytes: fanOut.memory, promise: 1 << 20),
      ]
    #endif
    #if PostgreSQL
      let postgreSQL = try PostgreSQLServer()
      defer { postgreSQL.kill() }
      results += try await alone(PostgreSQLLog(postgreSQL.url, log: "bench"), "PostgreSQL")
    #endif
    withExtendedLifetime(folder) {}
    return results
  }

  private func alone(_ engine: any LogEngine, _ name: String) async throws -> [Result] {
    let (committed, delivered) = try await LogLoad(engine).alone(1000)
    return [
      Result(name: "log: \(name), append to committed, p50", seconds: Timing.median(committed), promise: 0.001),
      Result(name: "log: \(name), append to delivered, p50", seconds: Timing.median(delivered)),
    ]
  }
}
