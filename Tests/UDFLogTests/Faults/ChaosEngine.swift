import FolderTesting
import LogTesting
import Platform

@testable import UDFLog

/// An engine that may be killed.
final class ChaosEngine: Sendable {
  let kind: EngineKind
  let folder: TemporaryFolder
  let port: Int
  private let server: (kill: @Sendable () -> Void, start: @Sendable () throws -> Void)?

  init(_ kind: EngineKind) throws {
    self.kind = kind
    folder = try TemporaryFolder()
    switch kind {
    case .sqlite:
      port = 0
      server = nil
    #if Redis
      case .redis:
        let redis = try RedisServer()
        port = redis.port
        server = ({ redis.kill() }, { try redis.start() })
    #endif
    #if PostgreSQL
      case .postgreSQL:
        let postgreSQL = try PostgreSQLServer()
        port = postgreSQL.port
        server = ({ postgreSQL.kill() }, { try postgreSQL.start() })
    #endif
    }
  }

  /// Kills the server at once, and starts it again.
  func restart() throws {
    server?.kill()
    try server?.start()
  }

  func engine(port: Int, log: String, patience: Double) -> any LogEngine {
    switch kind {
    case .sqlite: SQLiteLog(folder("\(log).sqlite"), patience: patience)
    #if Redis
      case .redis: RedisLog(host: "127.0.0.1", port: port, log: log, patience: patience)
    #endif
    #if PostgreSQL
      case .postgreSQL: PostgreSQLLog("postgres://udf@127.0.0.1:\(port)/postgres", log: log, patience: patience)
    #endif
    }
  }
}
